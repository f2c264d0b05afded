import type { Located, ResolvedSchema } from '../../contract/index.ts';
import { replaceWhole, type Variation } from './variation.ts';

/** Whether the limit is a minimum (1) or a maximum (-1), and whether the limit itself is invalid. */
const limits = [
  { name: 'minimum', sign: 1, isExclusive: false },
  { name: 'exclusiveMinimum', sign: 1, isExclusive: true },
  { name: 'maximum', sign: -1, isExclusive: false },
  { name: 'exclusiveMaximum', sign: -1, isExclusive: true },
] as const;

/** Numbers at, above and below each limit, and numbers that are not a multiple of `multipleOf`. */
export function* varyNumber(schema: ResolvedSchema, value: number): Iterable<Variation> {
  const multipleOf = schema.limit('multipleOf');
  const isInteger = schema.types.has('integer') && !schema.types.has('number');
  const step = multipleOf?.value ?? (isInteger ? 1 : 0.5);

  for (const { name, sign, isExclusive } of limits) {
    const limit = schema.limit(name);
    if (limit) yield* aroundLimit(limit, sign, isExclusive, step);
  }

  const format = schema.keyword('format');
  if (format?.value === 'int32') yield replaceNumber('invalid', 2 ** 31, format.pointer);
  if (!multipleOf) return;

  const { pointer } = multipleOf;
  yield replaceNumber('invalid', value + multipleOf.value / (isInteger ? 1 : 2), pointer);
  yield replaceNumber('invalid', value + 1, pointer);
}

/** The two nearest valid numbers, the nearest invalid one, and one that is far from the limit. */
function* aroundLimit(
  { value, pointer }: Located<number>,
  sign: 1 | -1,
  isExclusive: boolean,
  step: number,
): Iterable<Variation> {
  const aligned = sign * Math.ceil((sign * value) / step) * step;
  const nearest = isExclusive && aligned === value ? aligned + sign * step : aligned;
  yield replaceNumber('valid', nearest, pointer);
  yield replaceNumber('valid', nearest + sign * step, pointer);
  yield replaceNumber('invalid', nearest - sign * step, pointer);

  // Servers may parse or store a number before they validate it.
  const far = sign > 0 ? -1 : 2 ** 63;
  if (sign * (value - far) > 0) yield replaceNumber('invalid', far, pointer);
}

/** Rounds away floating-point errors. */
function replaceNumber(validity: Variation['validity'], value: number, pointer: string): Variation {
  const rounded = Number(value.toPrecision(15));
  return replaceWhole(validity, rounded, `is ${rounded}`, pointer);
}
