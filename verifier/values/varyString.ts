import {
  type Located,
  type ResolvedSchema,
  resizeString,
  type SchemaValidator,
  stringCandidates,
} from '../../contract/index.ts';
import { replaceWhole, type Variation } from './variation.ts';

/** What patterns rarely allow. Pages may repeat the first unescaped. */
const unusualCharacters = ['<b>contract-check', 'é', ' ', '"', '<', '|', '^', 'a', '0', '-', '\n'];

/**
 * Lengths around `minLength` and `maxLength`, and strings that do not match the pattern or the
 * format.
 */
export function* varyString(
  schema: ResolvedSchema,
  validate: SchemaValidator,
  value: string,
  tag: string,
): Iterable<Variation> {
  const minLength = schema.limit('minLength');
  const maxLength = schema.limit('maxLength');
  const isFreeText =
    !schema.keyword('pattern') && !schema.keyword('format') && !schema.keyword('enum');
  const samples = [value, ...stringCandidates(schema, tag)];
  if (isFreeText && !value.startsWith(tag)) samples.unshift(`${tag} ${value}`);

  for (const limit of [minLength, maxLength]) {
    if (limit) yield* withLength(limit.value, limit, 'valid');
  }

  if (minLength && minLength.value > 0) {
    yield* withLength(minLength.value - 1, minLength, 'invalid', 'minLength');
  }
  if (maxLength) yield* withLength(maxLength.value + 1, maxLength, 'invalid', 'maxLength');

  if (minLength && minLength.value > 0 && isFreeText) {
    yield replaceWhole('valid', ' '.repeat(minLength.value), 'is blank', minLength.pointer);
  }

  yield* violatePattern();

  const format = schema.keyword('format');
  if (format) {
    yield replaceWhole('invalid', 'not valid', `is not a valid ${format.value}`, format.pointer);
  }

  /** Yields a string of this length that violates at most the given keyword. */
  function* withLength(
    length: number,
    { pointer }: Located,
    validity: Variation['validity'],
    violatedKeyword?: string,
  ): Iterable<Variation> {
    const only = resizeString(samples, length, (candidate) =>
      validate(candidate).every(({ keyword }) => keyword === violatedKeyword),
    );

    // A pattern may imply the length.
    const other = [...value.padEnd(length, value)].slice(0, length).join('');
    const text = only ?? (violatedKeyword && other);
    if (text === undefined) return;

    const description = `has ${length} character${length === 1 ? '' : 's'}`;
    yield replaceWhole(validity, text, description, pointer);
  }

  function* violatePattern(): Iterable<Variation> {
    const pattern = schema.keyword('pattern');
    if (!pattern) return;

    const violatesOnlyPattern = (text: string) => {
      const violations = validate(text);
      return violations.length > 0 && violations.every(({ keyword }) => keyword === 'pattern');
    };
    const text = unusualCharacters
      .flatMap((it) => [value + it, it + value, it, value.slice(0, -1) + it])
      .find(violatesOnlyPattern);
    if (text !== undefined) {
      yield replaceWhole('invalid', text, 'does not match the pattern', pattern.pointer);
    }
  }
}
