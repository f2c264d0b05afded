import type { ResolvedSchema } from '../../../mock-api/contract/schema/resolveSchema.ts';
import { absent, prefixPaths, replaceWhole, type Variation, type Vary } from './variation.ts';

const unknownProperty = 'contractCheckUnknown';

/** Only the required properties, each of them missing, an unknown one, and variations of each value. */
export function* varyObject(
  schema: ResolvedSchema,
  vary: Vary,
  value: Readonly<Record<string, unknown>>,
): Iterable<Variation> {
  const required = new Set(schema.required.map((entry) => entry.value));
  const optional = Object.keys(value).filter((name) => !required.has(name));
  if (optional.length > 0) {
    const minimal = Object.fromEntries(
      Object.entries(value).filter(([name]) => required.has(name)),
    );
    yield replaceWhole('valid', minimal, 'has only the required properties', schema.pointer);
  }
  for (const { value: name, pointer } of schema.required) {
    if (!Object.hasOwn(value, name)) continue;
    yield { ...replaceWhole('invalid', absent, 'is missing', pointer), path: [name] };
  }
  for (const name of ['additionalProperties', 'unevaluatedProperties']) {
    const keyword = schema.keyword(name);
    if (keyword?.value === false) {
      const extended = { ...value, [unknownProperty]: 1 };
      yield replaceWhole('invalid', extended, 'has an unknown property', keyword.pointer);
    }
  }
  for (const [name, pointer] of schema.properties) {
    if (Object.hasOwn(value, name)) yield* prefixPaths(name, vary(pointer, value[name]));
  }
}
