import type { ResolvedSchema } from '#contract';
import { resizeText } from './resizeText.ts';
import type { Sampler } from './Sampler.ts';
import { invalid, type Variation, valid } from './variation.ts';

/** What patterns rarely allow. Pages may repeat the first unescaped. */
const unusualCharacters = ['<b>contract-check', 'é', ' ', '"', '<', '|', '^', 'a', '0', '-', '\n'];

/** Lengths around `minLength` and `maxLength`, and strings that do not match the pattern or the format. */
export function* varyString(
  schema: ResolvedSchema,
  sampler: Sampler,
  value: string,
): Iterable<Variation> {
  const pattern = schema.keyword('pattern');
  const format = schema.keyword('format');
  const isFreeText = !pattern && !format && !schema.keyword('enum');
  const isTagged = !isFreeText || value.startsWith(sampler.tag);
  const text = isTagged ? value : `${sampler.tag} ${value}`;

  yield* varyLength(schema, sampler, text);
  const min = schema.limit('minLength');
  if (min && min.value > 0 && isFreeText) {
    yield valid(' '.repeat(min.value), 'is blank', min.pointer);
  }

  if (pattern) {
    const unmatched = unusualCharacters
      .flatMap((it) => [value + it, it + value, it, value.slice(0, -1) + it])
      .find((candidate) => violatesOnly('pattern', schema, sampler, candidate));
    if (unmatched !== undefined) {
      yield invalid(unmatched, 'does not match the pattern', pattern.pointer);
    }
  }
  if (format) yield invalid('not valid', `is not a valid ${format.value}`, format.pointer);
}

/** Lengths at and beyond each limit. */
function* varyLength(schema: ResolvedSchema, sampler: Sampler, text: string): Iterable<Variation> {
  for (const [name, step] of [
    ['minLength', -1],
    ['maxLength', 1],
  ] as const) {
    const limit = schema.limit(name);
    if (!limit) continue;

    const atLimit = resizeText(text, limit.value, (it) => sampler.accepts(schema.pointer, it));
    if (atLimit !== undefined) yield valid(atLimit, describeLength(limit.value), limit.pointer);

    const length = limit.value + step;
    if (length < 0) continue;

    // A pattern may imply the length.
    const beyond =
      resizeText(text, length, (it) => violatesOnly(name, schema, sampler, it)) ??
      resizeText(text, length);
    yield invalid(beyond, describeLength(length), limit.pointer);
  }
}

function describeLength(length: number): string {
  return `has ${length} character${length === 1 ? '' : 's'}`;
}

function violatesOnly(
  name: string,
  { pointer }: ResolvedSchema,
  sampler: Sampler,
  text: string,
): boolean {
  const violations = sampler.violations(pointer, text);
  return violations.length > 0 && violations.every(({ keyword }) => keyword === name);
}
