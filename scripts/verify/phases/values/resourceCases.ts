import { mayBeMissing } from '../../../../mock-api/contract/index.ts';
import type { CaseDraft } from '../../plan/testCase.ts';
import { addQuery } from '../../plan/wireRequest.ts';
import { percentEncode, swapCase } from '../../values/variation.ts';
import type { PhaseContext } from '../phaseContext.ts';
import { findLocations, type ValueLocation } from '../valueLocations.ts';

const noSuchId = 'contract-check-no-such-id';

/** Encoded ids, of which a server that interprets them makes the existing one. */
const rawIds: readonly [description: string, id: string][] = [
  ['is a wildcard', '*'],
  ['is an SQL condition with blanks', "x'%20OR%20'1'='1"],
  ['is empty', ''],
];

/**
 * Finds servers that do not find the resource whose id was given if the id is encoded differently (RFC 3986,
 * 6.2.2), or that find one for an id that only resembles it.
 */
export function* resourceCases(context: PhaseContext): Iterable<CaseDraft> {
  const { contract, operation, base, isTagged } = context;
  const hasUnknown = mayBeMissing(operation);
  // A PUT may create the resource.
  if (isTagged && operation.responses.some(({ status }) => status === '201')) return;
  for (const location of findLocations(context)) {
    const { place, isExisting, value, subject, schema, replace } = location;
    const id = String(value);
    if (!isExisting || !['path', 'body'].includes(place)) continue;
    const { pointer } = schema;
    const isPlain = /^[\w-]{3,}$/.test(id);
    const unknown = { ...base, kind: 'unknown id', pointer, usesExistingValues: false } as const;
    const otherDigits = id.replace(/\d/g, (digit) => `${9 - Number(digit)}`);
    const invented = [noSuchId, otherDigits].find(location.accepts) ?? '987654321';
    const similar = hasUnknown ? similarIds(id, invented).slice(0, isTagged ? 1 : undefined) : [];
    for (const [other, sentence, isAdvice = false] of similar) {
      const description = `${subject} ${sentence}.`;
      const values = replace(base.values, other);
      // Some servers accept a body first, and look its resource up later.
      const draft = { ...unknown, description, values, isAdvice: isAdvice || place === 'body' };
      yield other === invented && !isTagged ? { ...draft, rewrite: acceptPages } : draft;
    }
    if (isTagged || place === 'body') continue;
    for (const [sentence, rewrite] of hasUnknown ? otherRequests : []) {
      const values = replace(base.values, invented);
      const toleratedStatuses = [405, 406];
      yield {
        ...unknown,
        description: `${subject} ${sentence}.`,
        values,
        rewrite,
        toleratedStatuses,
      };
    }
    if (!isPlain) continue;
    // The existing id follows unknown ones, the absence of which a server may keep.
    const description = `${subject} is percent-encoded in lower case.`;
    yield { ...base, description, pointer, rewrite: replaceId(location, percentEncode(id)) };
    // Without the id, the path may be that of a collection.
    const isInCollection = contract.operations.some(
      ({ path }) => `${path}/{${location.name}}` === operation.path,
    );
    for (const [sentence, rawId] of hasUnknown ? rawIds : []) {
      if (rawId === '' && isInCollection) continue;
      const rewrite = replaceId(location, rawId);
      const raw = { description: `${subject} ${sentence}.`, rewrite, mayNotReachOperation: true };
      yield { ...unknown, ...raw };
    }
  }
}

/** As browsers do, for which frameworks have error pages of their own, which may repeat the query unescaped. */
const acceptPages: NonNullable<CaseDraft['rewrite']> = (request) => {
  const Accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const headers = { ...request.headers, Accept };
  return addQuery({ ...request, headers }, 'contractCheck=%3Cb%3Econtract-check');
};

/** What does not exist must be missing however it is asked for. */
const otherRequests: readonly [sentence: string, change: NonNullable<CaseDraft['rewrite']>][] = [
  ['was invented, and the method is HEAD', (request) => ({ ...request, method: 'HEAD' })],
  [
    'was invented, and the client accepts JSON alone',
    (request) => ({ ...request, headers: { ...request.headers, Accept: 'application/json' } }),
  ],
];

function similarIds(id: string, invented: string) {
  const candidates: [id: string, description: string, isAdvice?: boolean][] = [
    [invented, 'was invented, and the client accepts pages'],
    [`${id}x`, 'has one more character than the existing id'],
    [id.slice(0, -1), 'lacks the last character of the existing id'],
    [`${id}.`, 'is the existing id and a dot'],
    [`${id},x`, 'is the existing id, a comma and a letter'],
    [`${id}@x`, 'is the existing id, an at sign and a letter'],
    [
      `${id.slice(0, -1)}_`,
      'ends with an underscore in place of a character, which SQL takes for any',
    ],
    ['constructor', 'is a property of each JavaScript object'],
    ['0', 'is 0, which loosely typed comparisons take for any text'],
    [`${id}.json`, 'is the existing id with the suffix of a format', true],
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
