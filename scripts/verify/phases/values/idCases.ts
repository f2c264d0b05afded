import type { CaseDraft, ValidDraft } from '../../plan/testCase.ts';
import { swapCase } from '../../values/variation.ts';
import type { PhaseContext } from '../phaseContext.ts';
import { findLocations, type ValueLocation, vary } from '../valueLocations.ts';

/** Printable ASCII without letters and digits, and a few letters beyond it. */
const unusualCharacters = ['--', ...' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~éß中'];

/** Values that routers, file systems and loosely typed languages treat specially. */
const specialIds = [
  '12345',
  '.a',
  'a.json',
  '0',
  'null',
  '__proto__',
  '-1',
  'a.',
  'a.xml',
  '99999999999999999999',
  `${'a'.repeat(40)}!`,
  'con',
];

/** How many of them a default run sends for a value that is not in the path. */
const defaultCount = 4;

/** Strings that a pattern restricts: each character that it admits, and values just outside of it. */
export function* idCases(context: PhaseContext): Iterable<CaseDraft> {
  for (const location of findLocations(context)) {
    const { schema, value } = location;
    if (!schema.keyword('pattern') || typeof value !== 'string') continue;
    yield* admittedIds(context, location);
    yield* brokenIds(context, location, value);
    if (location.place === 'path') yield* malformedIds(context, location, value);
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
    if (place === 'path') yield escapedId(context, location, all);
  } else {
    yield* parts;
  }
  const longest = schema.limit('maxLength')?.value ?? 0;
  const encoded = `has ${longest} characters that are percent-encoded`;
  const ofPath: [id: string, description: string][] = [
    ...siblingNames(context).map((id): [string, string] => [id, `is "${id}"`]),
    ['{'.repeat(longest), encoded],
  ];
  for (const [id, description] of place === 'path' ? ofPath : []) {
    if (id !== '' && accepts(id)) yield varyId(context, location, id, description);
  }
  for (const [i, id] of specialIds.entries()) {
    const isThorough = place !== 'path' && i >= defaultCount;
    if (accepts(id)) yield { ...varyId(context, location, id, `is "${id}"`), isThorough };
  }
}

/** The first of the names that the contract gives to other resources in the same place. */
function siblingNames({ contract, operation }: PhaseContext): string[] {
  const parent = operation.path.split('/').slice(0, -2).join('/');
  const sibling = contract.operations.find(
    ({ path }) => path !== operation.path && path.startsWith(`${parent}/`),
  );
  return (
    sibling?.path
      .slice(parent.length + 1)
      .split('/')
      .slice(0, 1) ?? []
  );
}

/** Invalid values that trimming, decoding twice or a loose pattern turn into the valid one. */
function* brokenIds(
  context: PhaseContext,
  location: ValueLocation,
  value: string,
): Iterable<CaseDraft> {
  const { schema, place } = location;
  const [first = ''] = value;
  const encoded = `%${first.charCodeAt(0).toString(16)}${value.slice(1)}`;
  const fullWidth = /[!-~]/.test(first)
    ? String.fromCharCode(first.charCodeAt(0) + 0xfee0) + value.slice(1)
    : '';
  const broken: [text: string, description: string][] = [
    [swapCase(value), 'is in another case'],
    [`${value}.json`, 'has the suffix of a format'],
    [`${value}\n`, 'ends with a line feed'],
    [`${value} `, 'ends with a blank'],
    [encoded, 'is percent-encoded twice'],
    [fullWidth, 'begins with a full-width character'],
    ['...', 'consists of dots'],
    [`${value}🌾`, 'contains a character of four bytes'],
    [`${value}\0`, 'ends with a NUL'],
    [`${value};v=1`, 'ends with a matrix parameter'],
    [`${value}/a`, 'contains an encoded slash'],
  ];
  for (const [i, [text, description]] of broken.entries()) {
    const violations = context.sampler.validator(schema.pointer)(text);
    if (text === '' || !violations.every(({ keyword }) => keyword === 'pattern')) continue;
    if (violations.length === 0) continue;
    const pointer = schema.keyword('pattern')?.pointer ?? schema.pointer;
    const draft = varyId(context, location, text, description);
    const mayNotReachOperation = place === 'path' && /[\p{Cc}%/\\;]/u.test(text);
    yield {
      ...draft,
      kind: 'invalid data',
      pointer,
      mayNotReachOperation,
      isThorough: place !== 'path' && i >= 8,
    };
  }
}

/** As clients send it that encode everything but letters, digits and `-._~`. */
function escapedId(context: PhaseContext, location: ValueLocation, id: string): CaseDraft {
  const description = 'contains every special character, percent-encoded';
  return {
    ...varyId(context, location, id, description),
    rewrite: ({ target, ...request }) => {
      const start = target.lastIndexOf('/') + 1;
      const escaped = target
        .slice(start)
        .replace(/[!$&'()*+,=:@]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
      return { ...request, target: target.slice(0, start) + escaped };
    },
  };
}

/** Paths that cannot be decoded, or are too long for many servers. */
function* malformedIds(
  context: PhaseContext,
  location: ValueLocation,
  value: string,
): Iterable<CaseDraft> {
  // The suffix is added to the path's last segment.
  if (!context.operation.path.endsWith(`{${location.name}}`)) return;
  const rows: readonly [suffix: string, description: string][] = [
    ['%ff', 'contains a byte that is not UTF-8'],
    ['%zz', 'has a malformed percent-encoding'],
    ['/', 'is followed by a slash'],
    ['a'.repeat(4000), 'has 4000 more characters'],
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
