import type { Variation } from './variation.ts';
import type { SchemaView } from './viewSchema.ts';

/** The numbers around the limits. */
export function* varyNumber(schema: SchemaView, value: number): Iterable<Variation> {
  const multiple = schema.limit('multipleOf');
  const isWhole = schema.types.has('integer') && !schema.types.has('number');
  const step = multiple?.value ?? (isWhole ? 1 : 0.5);

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
    yield is('valid', nearest, limit.pointer);
    yield is('valid', nearest + sign * step, limit.pointer);
    yield is('invalid', nearest - sign * step, limit.pointer);
  }
  if (multiple) {
    yield is('invalid', value + multiple.value / (isWhole ? 1 : 2), multiple.pointer);
    yield is('invalid', value + 1, multiple.pointer);
  }
}

function is(claim: Variation['claim'], value: number, pointer: string): Variation {
  const rounded = Number(value.toPrecision(15));
  return { claim, path: [], value: rounded, what: `is ${rounded}`, pointer };
}
