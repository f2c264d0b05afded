import type { ResolvedSchema } from '../../../mock-api/contract/index.ts';
import { replaceWhole, type Variation } from './variation.ts';

/** Numbers at, above and below each limit, and numbers that are not a multiple of `multipleOf`. */
export function* varyNumber(schema: ResolvedSchema, value: number): Iterable<Variation> {
  const multipleOf = schema.limit('multipleOf');
  const isInteger = schema.types.has('integer') && !schema.types.has('number');
  const step = multipleOf?.value ?? (isInteger ? 1 : 0.5);

  for (const [name, sign, exclusive] of [
    ['minimum', 1, 0],
    ['exclusiveMinimum', 1, 1],
    ['maximum', -1, 0],
    ['exclusiveMaximum', -1, 1],
  ] as const) {
    const limit = schema.limit(name);
    if (!limit) continue;
    const aligned = sign * Math.ceil((sign * limit.value) / step) * step;
    const nearest = exclusive && aligned === limit.value ? aligned + sign * step : aligned;
    yield replaceNumber('valid', nearest, limit.pointer);
    yield replaceNumber('valid', nearest + sign * step, limit.pointer);
    yield replaceNumber('invalid', nearest - sign * step, limit.pointer);
    // Where a server parses or stores a number before it validates it.
    const far = sign > 0 ? -1 : 2 ** 63;
    if (sign * (limit.value - far) > 0) yield replaceNumber('invalid', far, limit.pointer);
  }
  const format = schema.keyword('format');
  if (format?.value === 'int32') yield replaceNumber('invalid', 2 ** 31, format.pointer);
  if (multipleOf) {
    const { pointer } = multipleOf;
    yield replaceNumber('invalid', value + multipleOf.value / (isInteger ? 1 : 2), pointer);
    yield replaceNumber('invalid', value + 1, pointer);
  }
}

/** Rounds away floating-point errors. */
function replaceNumber(validity: Variation['validity'], value: number, pointer: string): Variation {
  const rounded = Number(value.toPrecision(15));
  return replaceWhole(validity, rounded, `is ${rounded}`, pointer);
}
