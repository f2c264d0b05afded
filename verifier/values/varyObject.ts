import type { ResolvedSchema } from '#contract';
import { absent, invalid, prefixPaths, type Variation, type Vary, valid } from './variation.ts';

const unknownProperty = 'contractCheckUnknown';

/** Only the required properties, each of them missing, an unknown one, and variations of each value. */
export function* varyObject(
  schema: ResolvedSchema,
  vary: Vary,
  value: Readonly<Record<string, unknown>>,
): Iterable<Variation> {
  const required = schema.required.filter((it) => Object.hasOwn(value, it.value));
  const names = required.map((it) => it.value);
  if (names.length < Object.keys(value).length) {
    const minimal = Object.fromEntries(names.map((name) => [name, value[name]]));
    yield valid(minimal, 'has only the required properties', schema.pointer);
  }
  for (const { value: name, pointer } of required) {
    yield* prefixPaths(name, [invalid(absent, 'is missing', pointer)]);
  }

  const additional = schema.keyword('additionalProperties');
  if (additional?.value === false) {
    const extended = { ...value, [unknownProperty]: 1 };
    yield invalid(extended, 'has an unknown property', additional.pointer);
  }

  for (const name of schema.properties.keys()) {
    if (!Object.hasOwn(value, name)) continue;

    for (const pointer of schema.propertyPointers(name)) {
      yield* prefixPaths(name, vary(pointer, value[name]));
    }
  }
}
