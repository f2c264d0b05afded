import { isObject, joinPointer } from '../jsonPointer.ts';
import { resolveSchema } from './resolveSchema.ts';

/**
 * The document as it applies to requests or to responses: a required property that is `readOnly` is required
 * in responses only, one that is `writeOnly` in requests only (OpenAPI 3.1, "Schema Object").
 */
export function directedDocument(
  document: Record<string, unknown>,
  direction: 'request' | 'response',
): Record<string, unknown> {
  const keyword = direction === 'request' ? 'readOnly' : 'writeOnly';
  if (!JSON.stringify(document).includes(`"${keyword}":true`)) return document;
  return copy(document, '') as Record<string, unknown>;

  function copy(value: unknown, pointer: string): unknown {
    if (Array.isArray(value)) return value.map((item, i) => copy(item, joinPointer(pointer, i)));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, child]) => {
        const isRequired = key === 'required' && Array.isArray(child);
        const next = isRequired ? withoutOmitted(child, pointer) : child;
        return [key, copy(next, joinPointer(pointer, key))];
      }),
    );
  }

  function withoutOmitted(names: readonly unknown[], pointer: string): unknown[] {
    const { properties } = resolveSchema(document, pointer);
    return names.filter((name) => {
      const property = properties.get(String(name));
      if (property === undefined) return true;
      return resolveSchema(document, property).keyword(keyword)?.value !== true;
    });
  }
}
