import type { ResolvedSchema } from '#contract';
import type { Sampler } from './Sampler.ts';
import { invalid, prefixPaths, type Variation, type Vary, valid } from './variation.ts';

/** Longer arrays only make the request large. */
const maxArrayLength = 1000;

/** Lengths around `minItems` and `maxItems`, a duplicate item, and variations of the first item. */
export function* varyArray(
  schema: ResolvedSchema,
  sampler: Sampler,
  vary: Vary,
  value: readonly unknown[],
): Iterable<Variation> {
  const items = schema.keyword('items');
  const [first] = value;
  if (!items || first === undefined) return;

  yield* varyLength(schema, value);
  const { pointer } = schema;
  const second = findOther(first, sampler.view(items.pointer), sampler);
  if (second !== undefined) yield valid([first, second], 'has two different items', pointer);

  const uniqueItems = schema.keyword('uniqueItems');
  if (uniqueItems?.value === true) {
    yield invalid([...value, first], 'has a duplicate item', uniqueItems.pointer);
  }
  yield* prefixPaths('0', vary(items.pointer, first));
}

/** Lengths around each limit. Without `minItems` the lower limit is 0. */
function* varyLength(schema: ResolvedSchema, value: readonly unknown[]): Iterable<Variation> {
  const min = schema.limit('minItems') ?? { value: 0, pointer: schema.pointer };
  const max = schema.limit('maxItems') ?? { value: Infinity, pointer: schema.pointer };
  const lengths = [min, max].flatMap(({ value: limit, pointer }) =>
    [limit - 1, limit, limit + 1].map((length) => ({ length, pointer })),
  );

  for (const { length, pointer } of lengths) {
    if (length < 0 || length > maxArrayLength) continue;

    const array = Array.from({ length }, (_, i) => value[i] ?? value[0]);
    const vary = length >= min.value && length <= max.value ? valid : invalid;
    yield vary(array, `has ${length} item${length === 1 ? '' : 's'}`, pointer);
  }
}

/** Another valid item; undefined if none is found. */
function findOther(
  first: unknown,
  { pointer, keyword }: ResolvedSchema,
  sampler: Sampler,
): unknown {
  const listed = Object.values(Object(keyword('enum')?.value));
  const changed = [`${first}2`, `2${first}`, Number(first) + 1, !first, { ...Object(first) }];
  return [...listed, ...changed].find((item) => item !== first && sampler.accepts(pointer, item));
}
