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
