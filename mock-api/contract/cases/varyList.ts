import type { Sampler } from './sampleValue.ts';
import { below, type Variation, type Vary } from './variation.ts';
import type { Place, SchemaView } from './viewSchema.ts';

/** Longer lists than this prove nothing more and only weigh. */
const LONGEST = 1000;

/** The lengths of a list around its limits, a double, and its first item varied. */
export function* varyList(
  schema: SchemaView,
  sampler: Sampler,
  vary: Vary,
  value: readonly unknown[],
): Iterable<Variation> {
  const least = schema.limit('minItems');
  const most = schema.limit('maxItems');
  const unique = schema.keyword('uniqueItems');
  const items = schema.keyword('items');
  const supply = itemSupply();

  for (const limit of [least, most]) {
    if (!limit) continue;
    for (const difference of [-1, 0, 1]) {
      const length = limit.value + difference;
      const fits = length >= (least?.value ?? 0) && length <= (most?.value ?? Infinity);
      yield* listOf(length, limit, fits ? 'valid' : 'invalid');
    }
  }
  if (!least && value.length > 0) yield* listOf(0, { value: 0, pointer: schema.pointer }, 'valid');
  const [first] = value;
  if (unique?.value === true && first !== undefined) {
    yield change('invalid', [...value, first], 'has an item twice', unique.pointer);
  }
  if (items && first !== undefined) yield* below('0', vary(items.pointer, first));

  function* listOf(
    length: number,
    { pointer }: Place,
    claim: Variation['claim'],
  ): Iterable<Variation> {
    if (length < 0 || length > LONGEST) return;
    const list = supply(length);
    if (!list) return;
    yield change(claim, list, `has ${length} item${length === 1 ? '' : 's'}`, pointer);
  }

  /** Lists of a length, of different items where the schema asks for that. */
  function itemSupply() {
    const known = new Map(value.map((item) => [JSON.stringify(item), item]));
    const base = value[0] ?? (items ? sampler.sample(items.pointer) : 1);
    for (const { claim, path, value: other } of items ? vary(items.pointer, base) : []) {
      if (claim === 'valid' && path.length === 0) known.set(JSON.stringify(other), other);
    }
    const check = items ? sampler.check(items.pointer) : () => [];
    const different = [...known.values()].filter((item) => check(item).length === 0);
    return (length: number) => {
      if (unique?.value !== true) return Array.from({ length }, (_, i) => value[i] ?? base);
      return length <= different.length ? different.slice(0, length) : undefined;
    };
  }
}

function change(
  claim: Variation['claim'],
  value: readonly unknown[],
  what: string,
  pointer: string,
): Variation {
  return { claim, path: [], value, what, pointer };
}
