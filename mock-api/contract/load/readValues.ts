import type { Example, Header, Link, MediaType, Parameter, ValueModel } from '../contract.ts';
import { isObject, joinPointer, valueAt } from '../jsonPointer.ts';
import type { Cursor } from './cursor.ts';

/** Reads the schema and the examples that parameters, headers and bodies have in common. */
export type ValueReader = (cursor: Cursor) => ValueModel;

/** What a value gets from its schema. */
export type SchemaReader = (
  schemaPointer: string | undefined,
) => Pick<ValueModel, 'validate' | 'sample'>;

/** Creates a reader that adds each value to `values` by its pointer and reads it once. */
export function createValueReader(
  values: Map<string, ValueModel>,
  readSchema: SchemaReader,
  isUnvalidated: (value: unknown) => boolean,
): ValueReader {
  return function readValue(cursor) {
    const known = values.get(cursor.pointer);
    if (known) return known;

    const [content] = cursor.get('schema') ? [] : (cursor.get('content')?.entries() ?? []);
    const [contentType, owner] = content ?? [undefined, cursor];
    const hasSchema = isObject(owner.value) && owner.value.schema !== undefined;
    const schemaPointer = hasSchema ? joinPointer(owner.pointer, 'schema') : undefined;
    const schema = readSchema(schemaPointer);
    const value: ValueModel = {
      pointer: cursor.pointer,
      schemaPointer,
      contentType,
      ...schema,
      ...(isUnvalidated(owner.value) && { validate: () => [], isUnvalidated: true }),
      examples: readExamples(owner),
    };
    values.set(cursor.pointer, value);
    return value;
  };
}

export function readParameter(parameter: Cursor, readValue: ValueReader): Parameter {
  const location = parameter.text('in') as Parameter['in'];
  const value = readValue(parameter);
  const isRequired = location === 'path' || parameter.get('required')?.value === true;
  return {
    ...value,
    name: parameter.text('name') ?? '',
    in: location,
    // A value that is not understood is not missing.
    required: isRequired && !value.isUnvalidated,
    explode:
      location === 'query' && !value.contentType && parameter.get('explode')?.value !== false,
  };
}

export function readHeader(name: string, header: Cursor, readValue: ValueReader): Header {
  return { ...readValue(header), name, required: header.get('required')?.value === true };
}

/** Reads the `content` of a request body or a response. */
export function readContent(body: Cursor, readValue: ValueReader): MediaType[] {
  const entries = body.get('content')?.entries() ?? [];
  return entries.map(([mediaType, media]) => ({ ...readValue(media), mediaType }));
}

export function readLink(name: string, link: Cursor): Link {
  const parameters = link.get('parameters')?.value;
  return {
    name,
    pointer: link.pointer,
    operationId: link.text('operationId'),
    parameters: isObject(parameters) ? parameters : {},
    requestBody: link.get('requestBody')?.value,
    expectedStatus: Number(link.get('x-status')?.value) || undefined,
  };
}

/** Named examples; without any, the single example; without that, the schema's first example. */
function readExamples(owner: Cursor): Example[] {
  const named = (owner.get('examples')?.entries() ?? []).flatMap(([name, example]): Example[] => {
    const found = literalAt(example, 'value');
    return found ? [{ name, ...found }] : [];
  });
  if (named.length > 0) return named;
  const schema = owner.get('schema');
  const single =
    literalAt(owner, 'example') ??
    literalAt(schema, 'examples', '0') ??
    literalAt(schema, 'default');
  return single ? [{ name: 'example', ...single }] : [];
}

/** A value without following references: in an example, a `$ref` is data. */
function literalAt(cursor: Cursor | undefined, ...path: string[]) {
  const pointer = joinPointer('', ...path);
  const value = valueAt(cursor?.value, pointer);
  return cursor && value !== undefined ? { value, pointer: cursor.pointer + pointer } : undefined;
}
