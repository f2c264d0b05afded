import { mayBeMissing } from '#contract';
import type { CaseDraft } from '../../plan/testCase.ts';
import { addQuery } from '../../plan/wireRequest.ts';
import { percentEncode, swapCase } from '../../values/variation.ts';
import type { PhaseContext } from '../phaseContext.ts';
import { replaceValue, subjectOf, type ValueLocation } from '../valueLocations.ts';

type Rewrite = NonNullable<CaseDraft['rewrite']>;

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
  const { operation, isTagged, locations } = context;
  // A PUT may create the resource.
  if (isTagged && operation.responses.some(({ status }) => status === '201')) return;

  for (const location of locations.filter((it) => it.isExisting)) {
    const { place } = location;
    const isId = place === 'path' || place === 'body';
    if (isId && mayBeMissing(operation)) yield* similarIdCases(context, location);
    if (place === 'path' && !isTagged) yield* pathCases(context, location);
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
  // Some servers accept a body first, and look its resource up later.
  const isInBody = location.place === 'body';
  const invented: CaseDraft = {
    ...unknownId(context, location, 'was invented, and the client accepts pages'),
    values: replaceValue(location, base.values, inventId(context, location)),
    isAdvice: isInBody,
  };
  if (isTagged) return yield invented;

  yield { ...invented, rewrite: acceptPages };
  const id = String(location.value);
  for (const [change, sentence, isAdvice = isInBody] of similarIds) {
    const text = change(id);
    if (text === '' || text === id) continue;

    const values = replaceValue(location, base.values, text);
    yield { ...unknownId(context, location, sentence), values, isAdvice };
  }
}

const similarIds: readonly [
  change: (id: string) => string,
  description: string,
  isAdvice?: boolean,
][] = [
  [(id) => `${id}x`, 'has one more character than the existing id'],
  [(id) => id.slice(0, -1), 'lacks the last character of the existing id'],
  [(id) => `${id}.`, 'is the existing id and a dot'],
  [(id) => `${id},x`, 'is the existing id, a comma and a letter'],
  [(id) => `${id}@x`, 'is the existing id, an at sign and a letter'],
  [
    (id) => `${id.slice(0, -1)}_`,
    'ends with an underscore in place of a character, which SQL takes for any',
  ],
  [() => 'constructor', 'is a property of each JavaScript object'],
  [() => '0', 'is 0, which loosely typed comparisons take for any text'],
  [(id) => `${id}.json`, 'is the existing id with the suffix of a format', true],
  [swapCase, 'differs from the existing id in upper and lower case', true],
];

/** As browsers do, for which frameworks have error pages of their own, which may repeat the query unescaped. */
const acceptPages: Rewrite = (request) => {
  const Accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const headers = { ...request.headers, Accept };
  return addQuery({ ...request, headers }, 'contractCheck=%3Cb%3Econtract-check');
};

/** What does not exist must be missing however it is asked for. */
function* inventedIdCases(context: PhaseContext, location: ValueLocation): Iterable<CaseDraft> {
  const id = inventId(context, location);
  const values = replaceValue(location, context.base.values, id);
  const toleratedStatuses = [405, 406];
  yield {
    ...unknownId(context, location, 'was invented, and the method is HEAD'),
    values,
    toleratedStatuses,
    rewrite: (request) => ({ ...request, method: 'HEAD' }),
  };
  yield {
    ...unknownId(context, location, 'was invented, and the client accepts JSON alone'),
    values,
    toleratedStatuses,
    rewrite: ({ headers, ...request }) => {
      return { ...request, headers: { ...headers, Accept: 'application/json' } };
    },
  };
}

function encodedId({ base }: PhaseContext, location: ValueLocation): CaseDraft {
  return {
    ...base,
    description: `${subjectOf(location)} is percent-encoded in lower case.`,
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
      ...unknownId(context, location, sentence),
      rewrite: replaceId(location, rawId),
      mayNotReachOperation: true,
    };
  }
}

/** What the requests for a resource that does not exist have in common. */
function unknownId({ base }: PhaseContext, location: ValueLocation, sentence: string) {
  return {
    ...base,
    kind: 'unknown id',
    description: `${subjectOf(location)} ${sentence}.`,
    pointer: location.schema.pointer,
    usesExistingValues: false,
  } as const;
}

/** A valid id that no resource has. */
function inventId({ sampler }: PhaseContext, { value, schema }: ValueLocation): string {
  const otherDigits = String(value).replace(/\d/g, (digit) => `${9 - Number(digit)}`);
  const ids = ['contract-check-no-such-id', otherDigits];
  return ids.find((id) => sampler.accepts(schema.pointer, id)) ?? '987654321';
}

function replaceId({ value }: ValueLocation, id: string): Rewrite {
  return (request) => {
    const { target } = request;
    const at = target.lastIndexOf(`/${value}`) + 1;
    if (at === 0) return undefined;

    const rest = target.slice(at + String(value).length);
    return { ...request, target: target.slice(0, at) + id + rest };
  };
}
