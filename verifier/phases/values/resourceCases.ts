import { mayBeMissing } from '../../../contract/index.ts';
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
  const { operation, isTagged } = context;
  // A PUT may create the resource.
  if (isTagged && operation.responses.some(({ status }) => status === '201')) return;

  const existing = findLocations(context).filter(
    ({ isExisting, place }) => isExisting && ['path', 'body'].includes(place),
  );
  for (const location of existing) {
    if (mayBeMissing(operation)) yield* similarIdCases(context, location);
    if (!isTagged && location.place === 'path') yield* pathCases(context, location);
  }
}

/** Reads with other ids in the path, or the same id written differently. */
function* pathCases(context: PhaseContext, location: ValueLocation): Iterable<CaseDraft> {
  const hasUnknown = mayBeMissing(context.operation);
  if (hasUnknown) yield* inventedIdCases(context, location);
  if (!/^[\w-]{3,}$/.test(String(location.value))) return;

  // The existing id follows unknown ones, the absence of which a server may keep.
  yield encodedId(context, location);
  if (hasUnknown) yield* rawIdCases(context, location);
}

/** Ids that resemble the existing one; of a write, only an invented one. */
function* similarIdCases(context: PhaseContext, location: ValueLocation): Iterable<CaseDraft> {
  const { base, isTagged } = context;
  const { place, subject, value, replace } = location;
  const invented = inventId(location);
  const similar = similarIds(String(value), invented);

  for (const [id, sentence, isAdvice = false] of isTagged ? similar.slice(0, 1) : similar) {
    const draft = {
      ...unknownId(context, location),
      description: `${subject} ${sentence}.`,
      values: replace(base.values, id),
      // Some servers accept a body first, and look its resource up later.
      isAdvice: isAdvice || place === 'body',
    };
    yield id === invented && !isTagged ? { ...draft, rewrite: acceptPages } : draft;
  }
}

function* inventedIdCases(context: PhaseContext, location: ValueLocation): Iterable<CaseDraft> {
  const values = location.replace(context.base.values, inventId(location));
  for (const [sentence, rewrite] of otherRequests) {
    yield {
      ...unknownId(context, location),
      description: `${location.subject} ${sentence}.`,
      values,
      rewrite,
      toleratedStatuses: [405, 406],
    };
  }
}

function encodedId({ base }: PhaseContext, location: ValueLocation): CaseDraft {
  return {
    ...base,
    description: `${location.subject} is percent-encoded in lower case.`,
    pointer: location.schema.pointer,
    rewrite: replaceId(location, percentEncode(String(location.value))),
  };
}

function* rawIdCases(context: PhaseContext, location: ValueLocation): Iterable<CaseDraft> {
  const { contract, operation } = context;
  // Without the id, the path may be that of a collection.
  const isInCollection = contract.operations.some(
    ({ path }) => `${path}/{${location.name}}` === operation.path,
  );

  for (const [sentence, rawId] of rawIds) {
    if (rawId === '' && isInCollection) continue;

    yield {
      ...unknownId(context, location),
      description: `${location.subject} ${sentence}.`,
      rewrite: replaceId(location, rawId),
      mayNotReachOperation: true,
    };
  }
}

/** What the requests for a resource that does not exist have in common. */
function unknownId({ base }: PhaseContext, { schema: { pointer } }: ValueLocation) {
  return { ...base, kind: 'unknown id', pointer, usesExistingValues: false } as const;
}

/** A valid id that no resource has. */
function inventId({ value, accepts }: ValueLocation): string {
  const otherDigits = String(value).replace(/\d/g, (digit) => `${9 - Number(digit)}`);
  return [noSuchId, otherDigits].find(accepts) ?? '987654321';
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
