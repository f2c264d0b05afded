import type { Example } from './contract.ts';
import { isObject, joinPointer } from './pointer.ts';

const MAPS = ['properties', 'patternProperties', '$defs', 'dependentSchemas'];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const SINGLES = [
  ...['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains'],
  ...['propertyNames', 'unevaluatedItems', 'unevaluatedProperties'],
];

export interface SchemaWithExamples {
  pointer: string;
  examples: readonly Example[];
}

/** The schemas inside a schema, itself among them, that carry examples or a default. */
export function schemasWithExamples(schema: unknown, pointer: string): SchemaWithExamples[] {
  if (!isObject(schema)) return [];
  const inner = [
    ...MAPS.flatMap((key) => childrenOf(schema[key], joinPointer(pointer, key))),
    ...LISTS.flatMap((key) => childrenOf(schema[key], joinPointer(pointer, key))),
    ...SINGLES.flatMap((key) => schemasWithExamples(schema[key], joinPointer(pointer, key))),
  ];
  const examples = [
    ...(Array.isArray(schema.examples) ? schema.examples : []).map((value, i) =>
      exampleAt(`example ${i + 1}`, value, joinPointer(pointer, 'examples', i)),
    ),
    ...['example', 'default']
      .filter((key) => Object.hasOwn(schema, key))
      .map((key) => exampleAt(key, schema[key], joinPointer(pointer, key))),
  ];
  return examples.length > 0 ? [{ pointer, examples }, ...inner] : inner;
}

function childrenOf(value: unknown, pointer: string): SchemaWithExamples[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    schemasWithExamples(child, joinPointer(pointer, key)),
  );
}

function exampleAt(name: string, value: unknown, pointer: string): Example {
  return { name, summary: '', pointer, value };
}
