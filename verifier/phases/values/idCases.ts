import type { CaseDraft, ValidDraft } from '../../plan/testCase.ts';
import type { PhaseContext } from '../phaseContext.ts';
import { findLocations, type ValueLocation, vary } from '../valueLocations.ts';

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

/**
 * Finds servers that reject a character that a pattern admits, take special ids for something else, accept values just
 * outside of the pattern, or fail on paths that cannot be decoded.
 */
export function* idCases(context: PhaseContext): Iterable<CaseDraft> {
  for (const location of findLocations(context)) {
    const { schema, value, place } = location;
    if (!schema.keyword('pattern') || typeof value !== 'string') continue;

    yield* admittedIds(context, location);
    yield* brokenIds(context, location, value);
    // The suffix is added to the path's last segment.
    const isLast = context.operation.path.endsWith(`{${location.name}}`);
    if (place === 'path' && isLast) yield* malformedIds(context, location, value);
  }
}

function* admittedIds(context: PhaseContext, location: ValueLocation): Iterable<CaseDraft> {
  const { schema, place, accepts } = location;
  const admitted = unusualCharacters.filter((character) => accepts(`a${character}b`));
  const parts = admitted.map((character) =>
    varyId(context, location, `a${character}b`, `contains "${character}"`),
  );
  const all = `a${admitted.join('')}b`;
  if (parts.length > 1 && accepts(all)) {
    const description = 'contains every special character that the pattern admits';
    yield { ...varyId(context, location, all, description), parts };
  } else {
    yield* parts;
  }
  if (place !== 'path') return;

  const longest = schema.limit('maxLength')?.value ?? 0;
  const rows: Row[] = [
    ['{'.repeat(longest), `has ${longest} characters that are percent-encoded`],
    // Of an existing id, 0 is tested as one that resembles it.
    ...specialIds
      .filter((id) => id !== '0' || !location.isExisting)
      .map((id): Row => [id, `is "${id}"`]),
  ];
  for (const [id, description] of rows) {
    if (id !== '' && accepts(id)) yield varyId(context, location, id, description);
  }
}

/** Invalid values that trimming, decoding twice or a loose pattern turn into the valid one. */
function* brokenIds(
  context: PhaseContext,
  location: ValueLocation,
  value: string,
): Iterable<CaseDraft> {
  const { schema, place } = location;
  const encoded = `%${value.charCodeAt(0).toString(16)}${value.slice(1)}`;
  const rows: Row[] = [
    [`${value}\n`, 'ends with a line feed'],
    [`${value} `, 'ends with a blank'],
    [encoded, 'is percent-encoded twice'],
    ['...', 'consists of dots'],
    [`${value}🌾`, 'contains a character of four bytes'],
    [`${value}\0`, 'ends with a NUL'],
    [`${value};v=1`, 'ends with a matrix parameter'],
    [`${value}/a`, 'contains an encoded slash'],
  ];
  for (const [text, description] of rows) {
    const violations = context.sampler.validator(schema.pointer)(text);
    const isPattern = violations.every(({ keyword }) => keyword === 'pattern');
    if (violations.length === 0 || !isPattern) continue;

    const pointer = schema.keyword('pattern')?.pointer ?? schema.pointer;
    const mayNotReachOperation = place === 'path' && /[\p{Cc}%/\\;]/u.test(text);
    const draft = varyId(context, location, text, description);
    yield { ...draft, kind: 'invalid data', pointer, mayNotReachOperation };
  }
}

/** Paths that cannot be decoded. */
function* malformedIds(
  context: PhaseContext,
  location: ValueLocation,
  value: string,
): Iterable<CaseDraft> {
  const rows: readonly Row[] = [
    ['%ff', 'contains a byte that is not UTF-8'],
    ['%zz', 'has a malformed percent-encoding'],
    ['/', 'is followed by a slash'],
  ];
  for (const [suffix, description] of rows) {
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
