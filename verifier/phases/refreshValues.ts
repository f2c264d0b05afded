import { findResponse } from '#contract';
import type { CaseDraft } from '../plan/testCase.ts';
import type { PhaseContext } from './phaseContext.ts';
import { readValue, replaceValue, type ValueLocation } from './valueLocations.ts';

/**
 * Gives a request its own values for what the contract marks with `x-single-use`, so that a server that accepts each
 * value once accepts them all. If nothing is marked and the operation declares 409, any text of the body may have to be
 * unique.
 */
export function refreshValues(context: PhaseContext, draft: CaseDraft, suffix: string): CaseDraft {
  const { operation, locations } = context;
  const replaceable = locations.filter((it) => !it.isExisting);
  const marked = replaceable.filter((it) => it.isSingleUse);
  const mayConflict = marked.length === 0 && findResponse(operation, 409) !== undefined;
  const inBody = replaceable.filter(({ place }) => place === 'body');

  let { values } = draft;
  for (const location of mayConflict ? inBody : marked) {
    const text = readValue(location, values);
    if (typeof text !== 'string') continue;

    const fresh = findFresh(context, location, text, suffix);
    // An earlier run may have used the value.
    if (fresh === undefined && !mayConflict) return { ...draft, values, kind: 'unusual request' };

    values = replaceValue(location, values, fresh ?? text);
  }
  const toleratedStatuses = [...(draft.toleratedStatuses ?? [])];
  if (mayConflict) toleratedStatuses.push(409);
  return { ...draft, values, toleratedStatuses };
}

/** A valid text with the suffix; of the same length unless the text is that of the base request. */
function findFresh(
  { base, sampler }: PhaseContext,
  location: ValueLocation,
  text: string,
  suffix: string,
): string | undefined {
  const isUnchanged = text === readValue(location, base.values);
  const candidates = isUnchanged ? [text + suffix] : [];
  // Half of a character at the end is under test.
  const [half = ''] = /[\ud800-\udbff]$/.exec(text) ?? [];
  const start = [...text].slice(0, -(suffix + half).length).join('');
  if (start !== '') candidates.push(start + suffix + half);
  return candidates.find((it) => sampler.accepts(location.schema.pointer, it));
}
