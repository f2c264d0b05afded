import { ABSENT, below, type Variation, type Vary } from './variation.ts';
import type { SchemaView } from './viewSchema.ts';

const UNKNOWN_PROPERTY = 'contractCheckUnknown';

/** Properties dropped, one too many, only those required, and each one varied by itself. */
export function* varyObject(
  schema: SchemaView,
  vary: Vary,
  value: Readonly<Record<string, unknown>>,
): Iterable<Variation> {
  const required = new Set(schema.required.map((place) => place.value));
  const optional = Object.keys(value).filter((name) => !required.has(name));
  if (optional.length > 0) {
    const least = Object.fromEntries(Object.entries(value).filter(([name]) => required.has(name)));
    yield change('valid', [], least, 'has only what is required', schema.pointer);
  }
  for (const { value: name, pointer } of schema.required) {
    if (Object.hasOwn(value, name)) yield change('invalid', [name], ABSENT, 'is missing', pointer);
  }
  for (const name of ['additionalProperties', 'unevaluatedProperties']) {
    const closed = schema.keyword(name);
    if (closed?.value === false) {
      const more = { ...value, [UNKNOWN_PROPERTY]: 1 };
      yield change('invalid', [], more, 'has an unknown property', closed.pointer);
    }
  }
  for (const [name, pointer] of schema.properties) {
    if (Object.hasOwn(value, name)) yield* below(name, vary(pointer, value[name]));
  }
}

function change(
  claim: Variation['claim'],
  path: readonly string[],
  value: unknown,
  what: string,
  pointer: string,
): Variation {
  return { claim, path, value, what, pointer };
}
