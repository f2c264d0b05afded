import type { Operation, Parameter, ResponseModel, SecurityScheme } from './contract.ts';
import type { Cursor } from './createCursor.ts';
import { readContent, readHeader, readLink, readParameter, type ValueReader } from './readParts.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Every operation of the document, in the file's order. */
export function readOperations(root: Cursor, readValue: ValueReader): Operation[] {
  const paths = root.get('paths')?.entries() ?? [];
  return paths
    .filter(([path]) => path.startsWith('/'))
    .flatMap(([path, item]) =>
      item
        .entries()
        .filter(([method]) => METHODS.includes(method))
        .map(([method, operation]) => readOperation(path, method, item, operation)),
    );

  function readOperation(path: string, method: string, item: Cursor, place: Cursor): Operation {
    const body = place.get('requestBody');
    return {
      id: place.text('operationId') ?? `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      pointer: place.pointer,
      summary: place.text('summary') ?? '',
      tags: (place.get('tags')?.entries() ?? []).map(([, tag]) => String(tag.value)),
      parameters: readParameters(item, place),
      ...(body && {
        requestBody: {
          pointer: body.pointer,
          required: body.get('required')?.value === true,
          content: readContent(body, readValue),
        },
      }),
      responses: (place.get('responses')?.entries() ?? []).map(readResponse),
      security: readSecurity(place.get('security') ?? root.get('security')),
    };
  }

  /** An operation's own parameters come before those of its path, which they replace by name. */
  function readParameters(item: Cursor, operation: Cursor): Parameter[] {
    const found = [operation, item].flatMap((place) => place.get('parameters')?.entries() ?? []);
    const parameters = new Map<string, Parameter>();
    for (const [, place] of found) {
      const parameter = readParameter(place, readValue);
      const key = `${parameter.in} ${parameter.name}`;
      if (!isReservedHeader(parameter) && !parameters.has(key)) parameters.set(key, parameter);
    }
    return [...parameters.values()];
  }

  function readResponse([status, place]: [string, Cursor]): ResponseModel {
    return {
      status,
      pointer: place.pointer,
      description: place.text('description') ?? '',
      headers: (place.get('headers')?.entries() ?? [])
        .filter(([name]) => name.toLowerCase() !== 'content-type')
        .map(([name, header]) => readHeader(name, header, readValue)),
      content: readContent(place, readValue),
      links: (place.get('links')?.entries() ?? []).map(([name, link]) => readLink(name, link)),
    };
  }

  function readSecurity(place: Cursor | undefined): SecurityScheme[][] {
    const schemes = root.get('components')?.get('securitySchemes');
    return (place?.entries() ?? []).map(([, alternative]) =>
      alternative.entries().map(([name]) => readScheme(name, schemes?.get(name))),
    );
  }
}

/** Reads the parts that stand ready for use, whether or not anything uses them. */
export function readComponents(root: Cursor, readValue: ValueReader): void {
  const parts = (kind: string) => root.get('components')?.get(kind)?.entries() ?? [];
  for (const [, place] of [...parts('parameters'), ...parts('headers')]) readValue(place);
  for (const [, place] of [...parts('requestBodies'), ...parts('responses')]) {
    readContent(place, readValue);
    for (const [, header] of place.get('headers')?.entries() ?? []) readValue(header);
  }
}

/** The specification gives these three headers places of their own and says to ignore them here. */
function isReservedHeader({ name, in: place }: Parameter): boolean {
  return place === 'header' && /^(accept|content-type|authorization)$/i.test(name);
}

function readScheme(name: string, place: Cursor | undefined): SecurityScheme {
  const where = place?.text('in');
  const key = place?.text('name');
  const scheme = place?.text('scheme')?.toLowerCase();
  return {
    name,
    type: place?.text('type') ?? 'unknown',
    pointer: place?.pointer ?? '',
    ...(where !== undefined && { in: where }),
    ...(key !== undefined && { key }),
    ...(scheme !== undefined && { scheme }),
  };
}
