import type { Example } from '../contract.ts';
import { isObject, joinPointer } from '../jsonPointer.ts';
import { childSchemas } from './childSchemas.ts';

export interface SchemaWithExamples {
  pointer: string;
  examples: readonly Example[];
}

/** Finds `examples`, `example` and `default` in a schema and in the schemas nested in it. */
export function findSchemaExamples(schema: unknown, pointer: string): SchemaWithExamples[] {
  if (!isObject(schema)) return [];
  const nested = childSchemas(schema, pointer).flatMap((child) =>
    findSchemaExamples(child.value, child.pointer),
  );
  const examples = [
    ...(Array.isArray(schema.examples) ? schema.examples : []).map((value, i) => ({
      name: `example ${i + 1}`,
      value,
      pointer: joinPointer(pointer, 'examples', i),
    })),
    ...['example', 'default']
      .filter((keyword) => Object.hasOwn(schema, keyword))
      .map((name) => ({ name, value: schema[name], pointer: joinPointer(pointer, name) })),
  ];
  return examples.length > 0 ? [{ pointer, examples }, ...nested] : nested;
}
