import type {
  Example,
  Header,
  Link,
  MediaType,
  Parameter,
  SchemaValidator,
  ValueModel,
} from '../contract.ts';
import { isObject, joinPointer } from '../jsonPointer.ts';
import type { Cursor } from './Cursor.ts';

/** A function that compiles the schema at a JSON pointer. */
export type Compile = (schemaPointer: string) => SchemaValidator;

export function readParameter(parameter: Cursor, compile: Compile): Parameter {
  const location = parameter.text('in') as Parameter['in'];
  return {
    ...readValue(parameter, compile),
    name: parameter.text('name') ?? '',
    in: location,
    required: location === 'path' || parameter.flag('required'),
  };
}

export function readHeader(name: string, header: Cursor, compile: Compile): Header {
  return { ...readValue(header, compile), name, required: header.flag('required') };
}

/** Reads the `content` of a request body or a response. */
export function readContent(body: Cursor, compile: Compile): MediaType[] {
  return body.entriesOf('content').map(([mediaType, media]) => {
    return { ...readValue(media, compile), mediaType };
  });
}

export function readLink(name: string, link: Cursor): Link {
  const parameters = link.get('parameters')?.value;
  return {
    name,
    pointer: link.pointer,
    operationId: link.text('operationId'),
    parameters: isObject(parameters) ? parameters : {},
    expectedStatus: Number(link.get('x-status')?.value) || undefined,
  };
}

/** Reads the schema and the examples of a parameter, a header or a body. */
function readValue(owner: Cursor, compile: Compile): ValueModel {
  const { pointer } = owner;
  const examples = readExamples(owner);
  if (!isObject(owner.value) || owner.value.schema === undefined) {
    return { pointer, schemaPointer: undefined, validate: () => [], examples };
  }
  const schemaPointer = joinPointer(pointer, 'schema');
  return { pointer, schemaPointer, validate: compile(schemaPointer), examples };
}

/** Reads the named examples, or else the single example. */
function readExamples(owner: Cursor): Example[] {
  const named = owner
    .entriesOf('examples')
    .flatMap(([name, example]) => readLiteral(example, 'value', name));
  return named.length > 0 ? named : readLiteral(owner, 'example', 'example');
}

/** Reads an example without following references: there, a `$ref` is data. */
function readLiteral({ value: owner, pointer }: Cursor, key: string, name: string): Example[] {
  const value = isObject(owner) ? owner[key] : undefined;
  return value === undefined ? [] : [{ name, value, pointer: joinPointer(pointer, key) }];
}
