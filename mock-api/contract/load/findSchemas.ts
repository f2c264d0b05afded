import { isObject, isRecord, joinPointer } from '../jsonPointer.ts';
import { childSchemas } from '../schema/childSchemas.ts';
import type { Located } from '../schema/resolveSchema.ts';

/** Keys with literal values, in which nothing is a schema. */
const literalKeys = ['example', 'examples', 'value', 'default', 'enum', 'mapping'];

/** Finds every schema object of a document once, also those nested in another. */
export function findSchemas(document: unknown): Located<Record<string, unknown>>[] {
  const found: Located<Record<string, unknown>>[] = [];
  // A YAML alias is the same object in several places.
  const visited = new WeakSet<object>();
  visit(document, '');
  return found;

  function visit(value: unknown, pointer: string): void {
    if (!isObject(value) || visited.has(value)) return;
    visited.add(value);
    for (const [key, child] of Object.entries(value)) {
      if (literalKeys.includes(key) || key.startsWith('x-')) continue;
      const childPointer = joinPointer(pointer, key);
      if (key === 'schema' || key === 'itemSchema' || pointer === '/components/schemas') {
        visitSchema(child, childPointer);
      } else visit(child, childPointer);
    }
  }

  function visitSchema(value: unknown, pointer: string): void {
    if (!isRecord(value) || visited.has(value)) return;
    visited.add(value);
    found.push({ value, pointer });
    for (const child of childSchemas(value, pointer)) visitSchema(child.value, child.pointer);
  }
}
