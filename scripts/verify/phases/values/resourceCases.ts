import type { CaseDraft } from '../../plan/testCase.ts';
import { percentEncode, swapCase } from '../../values/variation.ts';
import type { PhaseContext } from '../phaseContext.ts';
import { findLocations, type ValueLocation } from '../valueLocations.ts';

/** Changes to the encoded id, of which a server that repairs or interprets it makes the existing one. */
const rawChanges: readonly [description: string, change: (id: string) => string][] = [
  ['contains a zero-width space', (id) => insert(id, '%e2%80%8b')],
  ['contains a combining accent', (id) => insert(id, '%cc%81')],
  ['is a wildcard', () => '*'],
  ['is an SQL condition with blanks', () => "x'%20OR%20'1'='1"],
  ['is empty', () => ''],
];

/**
 * Requests for a resource whose id was given: with the id in another encoding, which must find it (RFC 3986, 6.2.2), and
 * with ids that only resemble it, which must not.
 */
export function* resourceCases(context: PhaseContext): Iterable<CaseDraft> {
  const { operation, base, isTagged } = context;
  const declares404 = operation.responses.some(({ status }) => status === '404');
  // A PUT may create the resource.
  if (isTagged && operation.responses.some(({ status }) => status === '201')) return;
  for (const location of findLocations(context)) {
    const { place, isExisting, value, subject, schema, replace } = location;
    const id = String(value);
    if (!isExisting || !['path', 'body'].includes(place)) continue;
    const { pointer } = schema;
    const isPlain = /^[\w-]{3,}$/.test(id);
    const unknown = { ...base, kind: 'unknown id', pointer, usesExistingValues: false } as const;
    const invented = [noSuchId, alterEach(id)].find(location.accepts) ?? noSuchId;
    const similar = declares404 ? similarIds(id, invented).slice(0, isTagged ? 1 : undefined) : [];
    for (const [i, [other, sentence, isAdvice = false]] of similar.entries()) {
      const description = `${subject} ${sentence}.`;
      const draft = { ...unknown, description, values: replace(base.values, other), isAdvice };
      // Some servers accept a body first, and look its resource up later.
      if (place === 'body') yield { ...draft, isAdvice: true };
      else yield i > 0 ? draft : { ...draft, rewrite: acceptPages };
    }
    if (isTagged || place === 'body') continue;
    // The existing id follows unknown ones, the absence of which a server may keep.
    const encoded = percentEncode(id);
    const encodings: readonly (readonly [isUsable: boolean, string, string])[] = [
      [/^[A-Za-z0-9]/.test(id), 'has a percent-encoded letter', encoded.slice(0, 3) + id.slice(1)],
      [isPlain, 'is percent-encoded in lower case', encoded],
    ];
    for (const [isUsable, description, text] of encodings) {
      const draft = { ...base, description: `${subject} ${description}.`, pointer };
      if (isUsable) yield { ...draft, rewrite: replaceId(location, text) };
    }
    for (const [sentence, change] of declares404 && isPlain ? rawChanges : []) {
      const description = `${subject} ${sentence}.`;
      const rewrite = replaceId(location, change(id));
      yield { ...unknown, description, mayNotReachOperation: true, rewrite };
    }
  }
}

/** As browsers do, for which frameworks have error pages of their own. */
const acceptPages: NonNullable<CaseDraft['rewrite']> = (request) => ({
  ...request,
  headers: { ...request.headers, Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
});

const noSuchId = 'contract-check-no-such-id';

/** An id of the same form, which hardly any server has. */
function alterEach(id: string): string {
  if (/^\d{1,9}$/.test(id)) return '987654321';
  const rotate = (text: string, all: string) => all[(all.indexOf(text) + 7) % all.length] ?? '';
  return id
    .replace(/\d/g, (digit) => rotate(digit, '0123456789'))
    .replace(/[a-f]/g, (letter) => rotate(letter, 'abcdef'));
}

function similarIds(id: string, invented: string) {
  const candidates: [id: string, description: string, isAdvice?: boolean][] = [
    [invented, 'was invented, and the client accepts pages'],
    [`${id}x`, 'has one more character than the existing id'],
    [id.slice(0, -1), 'lacks the last character of the existing id'],
    [`${id}.json`, 'is the existing id with the suffix of a format'],
    [`${id}.`, 'is the existing id and a dot'],
    [swapCase(id), 'differs from the existing id in upper and lower case', true],
  ];
  return candidates.filter(([candidate]) => candidate !== '' && candidate !== id);
}

function replaceId({ value }: ValueLocation, id: string): NonNullable<CaseDraft['rewrite']> {
  return (request) => {
    const at = request.target.lastIndexOf(`/${value}`);
    if (at < 0) return undefined;
    const rest = request.target.slice(at + 1 + String(value).length);
    return { ...request, target: `${request.target.slice(0, at)}/${id}${rest}` };
  };
}

function insert(id: string, text: string): string {
  return id.slice(0, 2) + text + id.slice(2);
}
