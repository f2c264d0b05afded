import type { ResolvedSchema, Sampler } from '../../../mock-api/contract/index.ts';
import { prefixPaths, replaceWhole, type Variation, type Vary } from './variation.ts';

/** Longer arrays only make the request large. */
const maxArrayLength = 1000;

/** Lengths around `minItems` and `maxItems`, a duplicate item, and variations of the first item. */
export function* varyArray(
  schema: ResolvedSchema,
  sampler: Sampler,
  vary: Vary,
  value: readonly unknown[],
): Iterable<Variation> {
  const minItems = schema.limit('minItems');
  const maxItems = schema.limit('maxItems');
  const uniqueItems = schema.keyword('uniqueItems');
  const items = schema.keyword('items');
  const [first] = value;
  const repeated = first ?? (items ? sampler.sample(items.pointer) : 1);

  if (!maxItems && items && first !== undefined) {
    const second = otherItem(first, sampler.view(items.pointer), sampler);
    if (second !== undefined) {
      yield replaceWhole('valid', [first, second], 'has two different items', schema.pointer);
    }
  }
  for (const limit of [minItems ?? { value: 0, pointer: schema.pointer }, maxItems]) {
    if (!limit) continue;
    for (const length of [limit.value - 1, limit.value, limit.value + 1]) {
      if (length < 0 || length > maxArrayLength) continue;
      const isAllowed = length >= (minItems?.value ?? 0) && length <= (maxItems?.value ?? Infinity);
      const array = Array.from({ length }, (_, i) => value[i] ?? repeated);
      const description = `has ${length} item${length === 1 ? '' : 's'}`;
      yield replaceWhole(isAllowed ? 'valid' : 'invalid', array, description, limit.pointer);
    }
  }
  if (uniqueItems?.value === true && first !== undefined) {
    const description = 'has a duplicate item';
    yield replaceWhole('invalid', [...value, first], description, uniqueItems.pointer);
  }
  if (items && first !== undefined) yield* prefixPaths('0', vary(items.pointer, first));
}

/** Another valid item; undefined if none is found. */
function otherItem(first: unknown, schema: ResolvedSchema, sampler: Sampler): unknown {
  const listed = schema.keywords('enum').flatMap(({ value }) => value);
  const changed = [`${first}2`, `2${first}`, Number(first) + 1, !first, { ...Object(first) }];
  const isValid = (item: unknown) => sampler.validator(schema.pointer)(item).length === 0;
  return [...listed, ...changed].find((item) => item !== first && isValid(item));
}
