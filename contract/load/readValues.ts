import type { CreateError } from '../ContractError.ts';
import type {
  Example,
  Header,
  Link,
  MediaType,
  Parameter,
  SchemaValidator,
  ValueModel,
} from '../contract.ts';
import { isSupported } from '../http/mediaType.ts';
import { isObject, joinPointer } from '../jsonPointer.ts';
import type { Cursor } from './cursor.ts';

/** Reads the schema and the examples that parameters, headers and bodies have in common. */
export type ValueReader = (cursor: Cursor) => ValueModel;

/** Creates a reader that compiles each schema at once, so that one that cannot be used stops the start. */
export function createValueReader(
  compile: (schemaPointer: string) => SchemaValidator,
): ValueReader {
  return function readValue(cursor) {
    const { pointer } = cursor;
    const examples = readExamples(cursor);
    if (!isObject(cursor.value) || cursor.value.schema === undefined) {
      return { pointer, schemaPointer: undefined, validate: () => [], examples };
    }
    const schemaPointer = joinPointer(pointer, 'schema');
    return { pointer, schemaPointer, validate: compile(schemaPointer), examples };
  };
}

export function readParameter(parameter: Cursor, readValue: ValueReader): Parameter {
  const location = parameter.text('in') as Parameter['in'];
  return {
    ...readValue(parameter),
    name: parameter.text('name') ?? '',
    in: location,
    required: location === 'path' || parameter.get('required')?.value === true,
    explode: location === 'query' && parameter.get('explode')?.value !== false,
  };
}

export function readHeader(name: string, header: Cursor, readValue: ValueReader): Header {
  return { ...readValue(header), name, required: header.get('required')?.value === true };
}

/** Reads the `content` of a request body or a response. */
export function readContent(
  body: Cursor,
  readValue: ValueReader,
  createError: CreateError,
): MediaType[] {
  const entries = body.get('content')?.entries() ?? [];
  return entries.map(([mediaType, media]) => {
    if (!isSupported(mediaType)) {
      const expected = 'expected JSON, a URL-encoded form or text';
      throw createError(
        media.pointer,
        `The media type "${mediaType}" is not supported; ${expected}.`,
      );
    }
    return { ...readValue(media), mediaType };
  });
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

/** Named examples; without any, the single example. */
function readExamples(owner: Cursor): Example[] {
  const named = (owner.get('examples')?.entries() ?? []).flatMap(([name, example]) =>
    literalAt(example, 'value', name),
  );
  return named.length > 0 ? named : literalAt(owner, 'example', 'example');
}

/** A value without following references: in an example, a `$ref` is data. */
function literalAt({ value: owner, pointer }: Cursor, key: string, name: string): Example[] {
  const value = isObject(owner) ? owner[key] : undefined;
  return value === undefined ? [] : [{ name, value, pointer: joinPointer(pointer, key) }];
}
