import type { ResolvedSchema } from '#contract';
import { invalid, type Variation, valid } from './variation.ts';

/** The direction in which numbers are valid, and whether the limit itself is invalid. */
const limits = [
  { name: 'minimum', sign: 1, isExclusive: false },
  { name: 'exclusiveMinimum', sign: 1, isExclusive: true },
  { name: 'maximum', sign: -1, isExclusive: false },
  { name: 'exclusiveMaximum', sign: -1, isExclusive: true },
];

/** Numbers at and beyond each limit, and one that is not a multiple of `multipleOf`. */
export function* varyNumber(schema: ResolvedSchema, value: number): Iterable<Variation> {
  const multipleOf = schema.limit('multipleOf');
  const isInteger = schema.types.has('integer');
  const step = multipleOf?.value ?? (isInteger ? 1 : 0.5);

  for (const { name, sign, isExclusive } of limits) {
    const limit = schema.limit(name);
    if (!limit) continue;

    const { pointer } = limit;
    const inside = isExclusive ? limit.value + sign * step : limit.value;
    yield valid(...describe(inside), pointer);
    yield valid(...describe(inside + sign * step), pointer);
    yield invalid(...describe(inside - sign * step), pointer);
    // Servers may parse or store a number before they validate it.
    yield invalid(...describe(sign > 0 ? -1 : 2 ** 63), pointer);
  }

  const format = schema.keyword('format');
  if (format?.value === 'int32') yield invalid(...describe(2 ** 31), format.pointer);
  if (!multipleOf) return;

  const between = value + (isInteger ? 1 : multipleOf.value / 2);
  yield invalid(...describe(between), multipleOf.pointer);
}

/** Describes a number without the errors of floating point. */
function describe(value: number): [number, string] {
  const rounded = Number(value.toPrecision(15));
  return [rounded, `is ${rounded}`];
}
