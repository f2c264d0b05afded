import type { Located, ResolvedSchema, Sampler } from '../../contract/index.ts';
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
  const uniqueItems = schema.keyword('uniqueItems');
  const items = schema.keyword('items');
  const [first] = value;

  if (items && first !== undefined) yield* twoItems(schema, sampler, first, items.pointer);
  yield* varyLength(schema, sampler, value);
  if (first === undefined) return;

  if (uniqueItems?.value === true) {
    const description = 'has a duplicate item';
    yield replaceWhole('invalid', [...value, first], description, uniqueItems.pointer);
  }
  if (items) yield* prefixPaths('0', vary(items.pointer, first));
}

/** A second item that differs from the first, where no length is too large. */
function* twoItems(
  schema: ResolvedSchema,
  sampler: Sampler,
  first: unknown,
  itemPointer: string,
): Iterable<Variation> {
  if (schema.limit('maxItems')) return;

  const second = otherItem(first, sampler.view(itemPointer), sampler);
  if (second === undefined) return;

  yield replaceWhole('valid', [first, second], 'has two different items', schema.pointer);
}

/** Lengths around each limit. Without `minItems` the lower limit is 0. */
function* varyLength(
  schema: ResolvedSchema,
  sampler: Sampler,
  value: readonly unknown[],
): Iterable<Variation> {
  const min = schema.limit('minItems') ?? { value: 0, pointer: schema.pointer };
  const max = schema.limit('maxItems');
  const items = schema.keyword('items');
  const maxLength = max?.value ?? Infinity;
  const repeated = value[0] ?? (items ? sampler.sample(items.pointer) : 1);

  for (const { length, pointer } of [min, max].flatMap(lengthsAround)) {
    const isAllowed = length >= min.value && length <= maxLength;
    const array = Array.from({ length }, (_, i) => value[i] ?? repeated);
    const description = `has ${length} item${length === 1 ? '' : 's'}`;
    yield replaceWhole(isAllowed ? 'valid' : 'invalid', array, description, pointer);
  }
}

function lengthsAround(limit: Located<number> | undefined) {
  if (!limit) return [];

  const { value, pointer } = limit;
  return [value - 1, value, value + 1]
    .filter((length) => length >= 0 && length <= maxArrayLength)
    .map((length) => ({ length, pointer }));
}

/** Another valid item; undefined if none is found. */
function otherItem(first: unknown, schema: ResolvedSchema, sampler: Sampler): unknown {
  const listed = schema.keywords('enum').flatMap(({ value }) => value);
  const changed = [`${first}2`, `2${first}`, Number(first) + 1, !first, { ...Object(first) }];
  const isValid = (item: unknown) => sampler.validator(schema.pointer)(item).length === 0;
  return [...listed, ...changed].find((item) => item !== first && isValid(item));
}
