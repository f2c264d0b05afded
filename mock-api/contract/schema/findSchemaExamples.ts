import type { Example } from '../contract.ts';
import { isObject, joinPointer } from '../jsonPointer.ts';

/** Keywords with a map or a list of schemas. */
const containerKeywords = [
  ...['properties', 'patternProperties', '$defs', 'dependentSchemas'],
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems'],
];
/** Keywords with one schema. */
const schemaKeywords = [
  ...['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains'],
  ...['propertyNames', 'unevaluatedItems', 'unevaluatedProperties'],
];

export interface SchemaWithExamples {
  pointer: string;
  examples: readonly Example[];
}

/** Finds `examples`, `example` and `default` in a schema and in the schemas nested in it. */
export function findSchemaExamples(schema: unknown, pointer: string): SchemaWithExamples[] {
  if (!isObject(schema)) return [];
  const nested = [
    ...containerKeywords.flatMap((keyword) =>
      isObject(schema[keyword])
        ? Object.entries(schema[keyword]).flatMap(([key, child]) =>
            findSchemaExamples(child, joinPointer(pointer, keyword, key)),
          )
        : [],
    ),
    ...schemaKeywords.flatMap((keyword) =>
      findSchemaExamples(schema[keyword], joinPointer(pointer, keyword)),
    ),
  ];
  const examples = [
    ...(Array.isArray(schema.examples) ? schema.examples : []).map((value, i) =>
      createExample(`example ${i + 1}`, value, joinPointer(pointer, 'examples', i)),
    ),
    ...['example', 'default']
      .filter((keyword) => Object.hasOwn(schema, keyword))
      .map((keyword) => createExample(keyword, schema[keyword], joinPointer(pointer, keyword))),
  ];
  return examples.length > 0 ? [{ pointer, examples }, ...nested] : nested;
}

function createExample(name: string, value: unknown, pointer: string): Example {
  return { name, summary: '', pointer, value };
}
