import type { SchemaCheck } from '../compileSchema.ts';
import { fitText, textCandidates } from './sampleText.ts';
import type { Variation } from './variation.ts';
import type { Place, SchemaView } from './viewSchema.ts';

/** Outside the basic plane: two units for who counts in UTF-16, four bytes for who counts bytes. */
const ASTRAL = '🌾';

/** What hardly any pattern lets through. */
const ODD_CHARACTERS = ['é', ' ', '"', '<', '|', '^', 'a', '0', '-', '\n'];

/** The lengths of a text around its limits, and texts that break its pattern or its format. */
export function* varyText(
  schema: SchemaView,
  check: SchemaCheck,
  value: string,
  tag: string,
): Iterable<Variation> {
  const least = schema.limit('minLength');
  const most = schema.limit('maxLength');
  const free = !schema.keyword('pattern') && !schema.keyword('format') && !schema.keyword('enum');
  const samples = [value, ...textCandidates(schema, tag)];
  if (free && !value.startsWith(tag)) samples.unshift(`${tag} ${value}`);

  for (const [limit, lengths] of [
    [least, [0, 1]],
    [most, [-1, 0]],
  ] as const) {
    for (const difference of limit ? lengths : []) {
      const length = (limit?.value ?? 0) + difference;
      if (limit && length >= (least?.value ?? 0) && length <= (most?.value ?? Infinity)) {
        yield* textOf(length, limit, 'valid');
      }
    }
  }
  if (least && least.value > 0) yield* textOf(least.value - 1, least, 'invalid', 'minLength');
  if (most) yield* textOf(most.value + 1, most, 'invalid', 'maxLength');
  if (least && least.value > 0 && free) {
    yield variation('valid', ' '.repeat(least.value), 'is blank', least.pointer);
  }
  if (most && free) {
    const what = `has ${most.value} characters of four bytes each`;
    yield variation('valid', ASTRAL.repeat(most.value), what, most.pointer);
  }
  yield* brokenPattern();
  const format = schema.keyword('format');
  if (format) yield variation('invalid', 'no such thing', `is no ${format.value}`, format.pointer);

  function* textOf(
    length: number,
    { pointer }: Place,
    claim: Variation['claim'],
    keyword?: string,
  ): Iterable<Variation> {
    const text = fitText(samples, length, (candidate) =>
      check(candidate).every((misfit) => misfit.keyword === keyword),
    );
    if (text === undefined) return;
    yield variation(claim, text, `has ${length} character${length === 1 ? '' : 's'}`, pointer);
  }

  function* brokenPattern(): Iterable<Variation> {
    const pattern = schema.keyword('pattern');
    if (!pattern) return;
    const breaks = (text: string) => {
      const misfits = check(text);
      return misfits.length > 0 && misfits.every(({ keyword }) => keyword === 'pattern');
    };
    const texts = ODD_CHARACTERS.flatMap((odd) => [value + odd, odd + value, odd]);
    const text = texts.find(breaks);
    if (text !== undefined) {
      yield variation('invalid', text, 'does not match the pattern', pattern.pointer);
    }
  }
}

function variation(
  claim: Variation['claim'],
  value: string,
  what: string,
  pointer: string,
): Variation {
  return { claim, path: [], value, what, pointer };
}
