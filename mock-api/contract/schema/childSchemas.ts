import { isObject, joinPointer } from '../jsonPointer.ts';
import type { Located } from './resolveSchema.ts';

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

/** The schemas that a schema contains. References are not followed. */
export function childSchemas(schema: Record<string, unknown>, pointer: string): Located[] {
  const contained = containerKeywords.flatMap((keyword) =>
    isObject(schema[keyword])
      ? Object.entries(schema[keyword]).map(([key, value]) => ({
          value,
          pointer: joinPointer(pointer, keyword, key),
        }))
      : [],
  );
  const single = schemaKeywords
    .filter((keyword) => isObject(schema[keyword]))
    .map((keyword) => ({ value: schema[keyword], pointer: joinPointer(pointer, keyword) }));
  return [...contained, ...single];
}
