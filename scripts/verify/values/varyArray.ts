import type { Located, ResolvedSchema, Sampler } from '../../../mock-api/contract/index.ts';
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
  const isUnique = uniqueItems?.value === true;
  const createItems = itemFactory();

  for (const limit of [minItems, maxItems]) {
    if (!limit) continue;
    for (const difference of [-1, 0, 1]) {
      const length = limit.value + difference;
      const isAllowed = length >= (minItems?.value ?? 0) && length <= (maxItems?.value ?? Infinity);
      yield* withLength(length, limit, isAllowed ? 'valid' : 'invalid');
    }
  }
  if (!minItems && value.length > 0) {
    yield* withLength(0, { value: 0, pointer: schema.pointer }, 'valid');
  }
  const [first] = value;
  if (isUnique && first !== undefined) {
    const description = 'has a duplicate item';
    yield replaceWhole('invalid', [...value, first], description, uniqueItems.pointer);
  }
  if (items && first !== undefined) yield* prefixPaths('0', vary(items.pointer, first));

  function* withLength(
    length: number,
    { pointer }: Located,
    validity: Variation['validity'],
  ): Iterable<Variation> {
    if (length < 0 || length > maxArrayLength) return;
    const array = createItems(length);
    if (!array) return;
    const description = `has ${length} item${length === 1 ? '' : 's'}`;
    yield replaceWhole(validity, array, description, pointer);
  }

  /** Creates arrays of a length, with distinct items if the schema requires them. */
  function itemFactory() {
    const base = value[0] ?? (items ? sampler.sample(items.pointer) : 1);
    if (!isUnique) return (length: number) => Array.from({ length }, (_, i) => value[i] ?? base);
    const distinct = new Map(value.map((item) => [JSON.stringify(item), item]));
    for (const { validity, path, value: other } of items ? vary(items.pointer, base) : []) {
      if (validity === 'valid' && path.length === 0) distinct.set(JSON.stringify(other), other);
    }
    // Of texts that a pattern restricts, few variations are valid.
    for (const end of typeof base === 'string' ? 'abcdefghij0123456789' : '') {
      const text = `${base}`.slice(0, -1) + end;
      distinct.set(JSON.stringify(text), text);
    }
    const validate = items ? sampler.validator(items.pointer) : () => [];
    const valid = [...distinct.values()].filter((item) => validate(item).length === 0);
    return (length: number) => (length <= valid.length ? valid.slice(0, length) : undefined);
  }
}
