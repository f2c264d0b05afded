import type { Operation, Parameter, ResponseModel, SecurityScheme } from '../contract.ts';
import type { Cursor } from './cursor.ts';
import { type ObjectKind, objectTypes } from './openApiObjects.ts';
import {
  readContent,
  readHeader,
  readLink,
  readParameter,
  type ValueReader,
} from './readValues.ts';

/** Reads every operation under `paths`, in the file's order. */
export function readOperations(
  root: Cursor,
  readValue: ValueReader,
  warn: (pointer: string, message: string) => void,
): Operation[] {
  const ids = new Set<string>();
  return childrenOf(root.get('paths'), 'paths').flatMap(([path, pathItem]) =>
    childrenOf(pathItem, 'pathItem').map(([key, operation]) =>
      readOperation(path, key.toUpperCase(), pathItem, operation),
    ),
  );

  function readOperation(
    path: string,
    method: string,
    pathItem: Cursor,
    operation: Cursor,
  ): Operation {
    const body = operation.get('requestBody');
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
      responses: childrenOf(operation.get('responses'), 'responses').map(readResponse),
      security: readSecurity(operation.get('security') ?? root.get('security')),
    };
  }

  /** An operation's parameters override those of its path item with the same name and location. */
  function readParameters(pathItem: Cursor, operation: Cursor): Parameter[] {
    const all = [operation, pathItem].flatMap((owner) =>
      (owner.get('parameters')?.entries() ?? []).map(([, it]) => readParameter(it, readValue)),
    );
    const byKey = Map.groupBy(all, ({ in: location, name }) => `${location} ${name}`);
    return [...byKey.values()].flatMap(([first]) => first ?? []);
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
      alternative.entries().flatMap(([name]) => {
        const scheme = schemes?.get(name);
        return scheme ? [readScheme(name, scheme)] : [];
      }),
    );
  }
}

/** The children whose names the type of an object defines by their form. */
function childrenOf(owner: Cursor | undefined, kind: ObjectKind): [string, Cursor][] {
  const children = owner?.entries() ?? [];
  return children.filter(([name]) => objectTypes[kind].others?.names.test(name));
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
