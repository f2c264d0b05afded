import type { Operation, Parameter, ResponseModel, SecurityScheme } from '../contract.ts';
import type { Cursor } from './Cursor.ts';
import { type Compile, readContent, readHeader, readLink, readParameter } from './readValues.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Reads every operation under `paths`, in the file's order. */
export function readOperations(root: Cursor, compile: Compile): Operation[] {
  return root.entriesOf('paths').flatMap(([path, pathItem]) =>
    pathItem
      .entries()
      .filter(([key]) => methods.includes(key))
      .map(([key, operation]) => {
        const method = key.toUpperCase();
        const body = operation.get('requestBody');
        return {
          id: operation.text('operationId') ?? `${method} ${path}`,
          method,
          path,
          pointer: operation.pointer,
          parameters: readParameters(pathItem, operation, compile),
          requestBody: body && readRequestBody(body, compile),
          responses: operation
            .entriesOf('responses')
            .map(([status, response]) => readResponse(status, response, compile)),
          security: readSecurity(root, operation),
        };
      }),
  );
}

/** Reads an operation's parameters, which override those of its path item with the same name and location. */
function readParameters(pathItem: Cursor, operation: Cursor, compile: Compile): Parameter[] {
  const own = readParameterList(operation, compile);
  return [...new Map([...readParameterList(pathItem, compile), ...own]).values()];
}

/** Reads the parameters of an operation or a path item, by location and name. */
function readParameterList(owner: Cursor, compile: Compile): Map<string, Parameter> {
  const byKey = new Map<string, Parameter>();
  for (const [, cursor] of owner.entriesOf('parameters')) {
    const parameter = readParameter(cursor, compile);
    const key = `${parameter.in} ${parameter.name}`;
    if (byKey.has(key)) throw cursor.error(`The parameter "${parameter.name}" is declared twice.`);
    byKey.set(key, parameter);
  }
  return byKey;
}

function readRequestBody(body: Cursor, compile: Compile) {
  const { pointer } = body;
  return { pointer, required: body.flag('required'), content: readContent(body, compile) };
}

function readResponse(status: string, response: Cursor, compile: Compile): ResponseModel {
  return {
    status,
    pointer: response.pointer,
    description: response.text('description') ?? '',
    headers: response
      .entriesOf('headers')
      .filter(([name]) => name.toLowerCase() !== 'content-type')
      .map(([name, header]) => readHeader(name, header, compile)),
    content: readContent(response, compile),
    links: response.entriesOf('links').map(([name, link]) => readLink(name, link)),
  };
}

/** Reads the security alternatives of an operation, or else those of the document. */
function readSecurity(root: Cursor, operation: Cursor): SecurityScheme[][] {
  const schemes = root.get('components')?.get('securitySchemes');
  const owner = operation.get('security') ? operation : root;
  return owner.entriesOf('security').map(([, alternative]) =>
    alternative.entries().map(([name, reference]) => {
      const scheme = schemes?.get(name);
      if (!scheme) throw reference.error(`The security scheme "${name}" is not declared.`);

      return {
        name,
        type: scheme.text('type') ?? '',
        pointer: scheme.pointer,
        in: scheme.text('in'),
        key: scheme.text('name'),
        scheme: scheme.text('scheme')?.toLowerCase(),
      };
    }),
  );
}
