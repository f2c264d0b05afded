import type { CaseDraft, ValidDraft } from '../../plan/testCase.ts';
import { type PhaseContext, vary } from '../phaseContext.ts';
import type { ValueLocation } from '../valueLocations.ts';

type Row = readonly [text: string, description: string];

/** Printable ASCII without letters and digits, and a few letters beyond it. */
const unusualCharacters = ['--', ...' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~éß中'];

/** Values that routers, file systems, loosely typed languages and patterns with nested repetition treat specially. */
const specialIds = [
  '12345',
  '.a',
  'a.json',
  'a.xml',
  '0',
  'null',
  '__proto__',
  '-1',
  '99999999999999999999',
  `${'a'.repeat(40)}!`,
  'con',
];

/** Suffixes of paths that cannot be decoded, or that are others. */
const suffixes: readonly Row[] = [
  ['%ff', 'contains a byte that is not UTF-8'],
  ['%zz', 'has a malformed percent-encoding'],
  ['/', 'is followed by a slash'],
];

/**
 * Finds servers that reject a character that a pattern admits, take special ids for something else, accept values just
 * outside of the pattern, or fail on paths that cannot be decoded.
 */
export function* idCases(context: PhaseContext): Iterable<CaseDraft> {
  for (const location of context.locations) {
    const { schema, value, place, name } = location;
    if (!schema.keyword('pattern') || typeof value !== 'string') continue;

    yield* unusualIds(context, location);
    yield* brokenIds(context, location, value);
    if (place !== 'path') continue;

    yield* routedIds(context, location);
    // The suffix is added to the path's last segment.
    if (context.operation.path.endsWith(`{${name}}`)) yield* malformedIds(context, location, value);
  }
}

function* unusualIds(context: PhaseContext, location: ValueLocation): Iterable<CaseDraft> {
  const isValid = (id: string) => context.sampler.accepts(location.schema.pointer, id);
  const admitted = unusualCharacters.filter((character) => isValid(`a${character}b`));
  const parts = admitted.map((character) =>
    varyId(context, location, `a${character}b`, `contains "${character}"`),
  );
  const all = `a${admitted.join('')}b`;
  if (parts.length < 2 || !isValid(all)) return yield* parts;

  const description = 'contains every special character that the pattern admits';
  yield { ...varyId(context, location, all, description), parts };
}

function* routedIds(context: PhaseContext, location: ValueLocation): Iterable<CaseDraft> {
  const { schema, isExisting } = location;
  const longest = schema.limit('maxLength')?.value ?? 0;
  const encoded = `has ${longest} characters that are percent-encoded`;
  const special = specialIds.map((id): Row => [id, `is "${id}"`]);

  for (const [id, description] of [['{'.repeat(longest), encoded], ...special] as Row[]) {
    // Of an existing id, 0 is tested as one that resembles it.
    const isSent = id !== '' && !(isExisting && id === '0');
    if (isSent && context.sampler.accepts(schema.pointer, id)) {
      yield varyId(context, location, id, description);
    }
  }
}

/** Invalid values that trimming, decoding twice or a loose pattern turn into the valid one. */
function* brokenIds(
  context: PhaseContext,
  location: ValueLocation,
  value: string,
): Iterable<CaseDraft> {
  const { schema, place } = location;
  const rows: Row[] = [
    [`${value}\n`, 'ends with a line feed'],
    [`${value} `, 'ends with a blank'],
    [`%${value.charCodeAt(0).toString(16)}${value.slice(1)}`, 'is percent-encoded twice'],
    ['...', 'consists of dots'],
    [`${value}🌾`, 'contains a character of four bytes'],
    [`${value}\0`, 'ends with a NUL'],
    [`${value};v=1`, 'ends with a matrix parameter'],
    [`${value}/a`, 'contains an encoded slash'],
  ];
  for (const [text, description] of rows) {
    const violations = context.sampler.violations(schema.pointer, text);
    const isPattern = violations.every(({ keyword }) => keyword === 'pattern');
    const [violation] = violations;
    if (!violation || !isPattern) continue;

    const { pointer } = violation;
    const mayNotReachOperation = place === 'path' && /[\p{Cc}%/\\;]/u.test(text);
    const draft = varyId(context, location, text, description);
    yield { ...draft, kind: 'invalid data', pointer, mayNotReachOperation };
  }
}

function* malformedIds(
  context: PhaseContext,
  location: ValueLocation,
  value: string,
): Iterable<CaseDraft> {
  for (const [suffix, description] of suffixes) {
    yield {
      ...varyId(context, location, value, description),
      kind: 'unusual request',
      mayNotReachOperation: true,
      rewrite: (request) => ({
        ...request,
        target: request.target.replace(/(?=\?|$)/, () => suffix),
      }),
    };
  }
}

/** The server may not have the id. */
function varyId(...args: Parameters<typeof vary>): ValidDraft {
  return { ...vary(...args), usesExistingValues: false };
}
