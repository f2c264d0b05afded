import type { Operation, Parameter, ResponseModel, SecurityScheme } from '../contract.ts';
import { joinPointer, splitPointer } from '../jsonPointer.ts';
import type { Cursor } from './cursor.ts';
import {
  readContent,
  readHeader,
  readLink,
  readParameter,
  type ValueReader,
} from './readValues.ts';

const locations = ['path', 'query', 'header', 'cookie'];
const methodKeys = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Reads every operation under `paths`, in the file's order. */
export function readOperations(
  root: Cursor,
  readValue: ValueReader,
  warn: (pointer: string, message: string) => void,
): Operation[] {
  const ignore = (pointer: string, what: string) =>
    warn(pointer, `${what} not supported, so it is ignored.`);
  const webhooks = root.get('webhooks');
  if (webhooks) ignore(webhooks.pointer, '"webhooks" is');
  const ids = new Set<string>();
  return (root.get('paths')?.entries() ?? []).flatMap(([path, pathItem]) => {
    if (!path.startsWith('/')) return [];
    if (path.includes('}{')) {
      ignore(pathItem.pointer, `A path with adjacent variables, "${path}", is`);
      return [];
    }
    return Object.keys(pathItem.value ?? {}).flatMap((key) => {
      if (['query', 'additionalOperations'].includes(key)) {
        ignore(joinPointer(pathItem.pointer, key), `"${key}" is`);
      }
      const operation = methodKeys.includes(key) ? pathItem.get(key) : undefined;
      return operation ? [readOperation(path, key.toUpperCase(), pathItem, operation)] : [];
    });
  });

  function readOperation(
    path: string,
    method: string,
    pathItem: Cursor,
    operation: Cursor,
  ): Operation {
    const body = operation.get('requestBody');
    for (const part of [
      operation.get('callbacks'),
      operation.get('servers'),
      pathItem.get('servers'),
    ]) {
      if (part) ignore(part.pointer, `"${splitPointer(part.pointer).at(-1)}" is`);
    }
    const ownId = `${method} ${path}`;
    const given = operation.text('operationId') ?? ownId;
    const id = ids.has(given) ? ownId : given;
    if (id !== given) {
      const message = `Another operation is "${given}" as well, so this one is "${id}".`;
      warn(`${operation.pointer}/operationId`, message);
    }
    ids.add(id);
    return {
      id,
      method,
      path,
      pointer: operation.pointer,
      parameters: readParameters(pathItem, operation),
      ...(body && {
        requestBody: {
          pointer: body.pointer,
          required: body.get('required')?.value === true,
          content: readContent(body, readValue),
        },
      }),
      responses: (operation.get('responses')?.entries() ?? []).map(readResponse),
      security: readSecurity(operation.get('security') ?? root.get('security')),
    };
  }

  /** An operation's parameters override those of its path item with the same name and location. */
  function readParameters(pathItem: Cursor, operation: Cursor): Parameter[] {
    const parameters = new Map<string, Parameter>();
    for (const owner of [operation, pathItem]) {
      for (const [, cursor] of owner.get('parameters')?.entries() ?? []) {
        const parameter = readParameter(cursor, readValue);
        const key = `${parameter.in} ${parameter.name}`;
        if (!locations.includes(parameter.in)) {
          ignore(cursor.pointer, `A parameter in "${parameter.in}" is`);
          continue;
        }
        if (!isReservedHeader(parameter) && !parameters.has(key)) parameters.set(key, parameter);
      }
    }
    return [...parameters.values()];
  }

  function readResponse([status, response]: [string, Cursor]): ResponseModel {
    return {
      status,
      pointer: response.pointer,
      description: response.text('description') ?? '',
      headers: (response.get('headers')?.entries() ?? [])
        .filter(([name]) => name.toLowerCase() !== 'content-type')
        .map(([name, header]) => readHeader(name, header, readValue)),
      content: readContent(response, readValue),
      links: (response.get('links')?.entries() ?? []).map(([name, link]) => readLink(name, link)),
    };
  }

  function readSecurity(security: Cursor | undefined): SecurityScheme[][] {
    const schemes = root.get('components')?.get('securitySchemes');
    return (security?.entries() ?? []).map(([, alternative]) =>
      alternative.entries().flatMap(([name, { pointer }]) => {
        const scheme = schemes?.get(name);
        if (scheme) return [readScheme(name, scheme)];
        warn(pointer, `The security scheme "${name}" is not declared, so it is ignored.`);
        return [];
      }),
    );
  }
}

/** OpenAPI ignores header parameters with these names, because it describes these headers elsewhere. */
function isReservedHeader(parameter: Parameter): boolean {
  return parameter.in === 'header' && /^(accept|content-type|authorization)$/i.test(parameter.name);
}

function readScheme(name: string, scheme: Cursor): SecurityScheme {
  return {
    name,
    type: scheme.text('type') ?? 'unknown',
    pointer: scheme.pointer,
    in: scheme.text('in'),
    key: scheme.text('name'),
    scheme: scheme.text('scheme')?.toLowerCase(),
  };
}
