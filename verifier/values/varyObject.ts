import { isRecord, type ResolvedSchema, type Sampler } from '../../contract/index.ts';
import { absent, prefixPaths, replaceWhole, type Variation, type Vary } from './variation.ts';

const unknownProperty = 'contractCheckUnknown';

/** Only the required properties, each of them missing, an unknown one, and variations of each value. */
export function* varyObject(
  schema: ResolvedSchema,
  sampler: Sampler,
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
    if (keyword?.value !== false) continue;

    const extended = { ...value, [unknownProperty]: 1 };
    yield replaceWhole('invalid', extended, 'has an unknown property', keyword.pointer);
  }

  yield* varyMap(schema, sampler, vary);

  for (const name of schema.properties.keys()) {
    if (!Object.hasOwn(value, name)) continue;

    for (const pointer of schema.propertyPointers(name)) {
      yield* prefixPaths(name, vary(pointer, value[name]));
    }
  }
}

/** Properties that a schema allows without declaring their names: their values, and too many of them. */
function* varyMap(
  { keyword, limit }: ResolvedSchema,
  sampler: Sampler,
  vary: Vary,
): Iterable<Variation> {
  const additional = keyword('additionalProperties');
  if (!additional || !isRecord(additional.value)) return;

  const { pointer } = additional;
  const sample = sampler.sample(pointer);
  const max = limit('maxProperties');
  if (max && max.value < 100) {
    const names = Array.from({ length: max.value + 1 }, (_, i) => [
      `${unknownProperty}${i}`,
      sample,
    ]);
    const description = `has ${max.value + 1} properties`;
    yield replaceWhole('invalid', Object.fromEntries(names), description, max.pointer);
  }

  const varied = [...vary(pointer, sample)].filter(({ path }) => path.length === 0);
  yield* prefixPaths(unknownProperty, varied);
}
