import type { CreateError } from '../ContractError.ts';
import type { Operation, Parameter, ResponseModel, SecurityScheme } from '../contract.ts';
import type { Cursor } from './cursor.ts';
import {
  readContent,
  readHeader,
  readLink,
  readParameter,
  type ValueReader,
} from './readValues.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Reads every operation under `paths`, in the file's order. */
export function readOperations(
  root: Cursor,
  readValue: ValueReader,
  createError: CreateError,
): Operation[] {
  return entriesOf(root.get('paths')).flatMap(([path, pathItem]) =>
    pathItem
      .entries()
      .filter(([key]) => methods.includes(key))
      .map(([key, operation]) => readOperation(path, key.toUpperCase(), pathItem, operation)),
  );

  function readOperation(
    path: string,
    method: string,
    pathItem: Cursor,
    operation: Cursor,
  ): Operation {
    const body = operation.get('requestBody');
    const common = {
      id: operation.text('operationId') ?? `${method} ${path}`,
      method,
      path,
      pointer: operation.pointer,
      parameters: readParameters(pathItem, operation),
      responses: entriesOf(operation.get('responses')).map(readResponse),
      security: readSecurity(operation.get('security') ?? root.get('security')),
    };
    if (!body) return common;

    const { pointer } = body;
    const required = body.get('required')?.value === true;
    const content = readContent(body, readValue, createError);
    return { ...common, requestBody: { pointer, required, content } };
  }

  /** An operation's parameters override those of its path item with the same name and location. */
  function readParameters(pathItem: Cursor, operation: Cursor): Parameter[] {
    const all = [operation, pathItem].flatMap((owner) =>
      entriesOf(owner.get('parameters')).map(([, it]) => readParameter(it, readValue)),
    );
    const byKey = Map.groupBy(all, ({ in: location, name }) => `${location} ${name}`);
    return [...byKey.values()].flatMap(([first]) => first ?? []);
  }

  function readResponse([status, response]: [string, Cursor]): ResponseModel {
    return {
      status,
      pointer: response.pointer,
      description: response.text('description') ?? '',
      headers: entriesOf(response.get('headers'))
        .filter(([name]) => name.toLowerCase() !== 'content-type')
        .map(([name, header]) => readHeader(name, header, readValue)),
      content: readContent(response, readValue, createError),
      links: entriesOf(response.get('links')).map(([name, link]) => readLink(name, link)),
    };
  }

  function readSecurity(security: Cursor | undefined): SecurityScheme[][] {
    const schemes = root.get('components')?.get('securitySchemes');
    return entriesOf(security).map(([, alternative]) =>
      alternative.entries().map(([name, { pointer }]) => {
        const scheme = schemes?.get(name);
        if (!scheme) throw createError(pointer, `The security scheme "${name}" is not declared.`);

        return readScheme(name, scheme);
      }),
    );
  }
}

function entriesOf(owner: Cursor | undefined): [string, Cursor][] {
  return owner?.entries() ?? [];
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
