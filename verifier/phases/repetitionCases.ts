import type { CaseDraft } from '../plan/testCase.ts';
import type { WireRequest } from '../plan/wireRequest.ts';
import { coverageCases } from './coverageCases.ts';
import { exampleCases } from './exampleCases.ts';
import type { PhaseContext } from './phaseContext.ts';
import { findLocations, type ValueLocation } from './valueLocations.ts';

const readCount = 3;

/**
 * Finds servers whose response to one request depends on an earlier one, or on one at the same time.
 */
export function* repetitionCases(context: PhaseContext): Iterable<CaseDraft> {
  const { base, operation, isTagged } = context;
  for (let i = 1; !isTagged && i <= readCount; i += 1) {
    yield {
      ...base,
      description: `The base request, number ${i} of ${readCount} sent in turn.`,
      repetition: { group: `${operation.id} in turn`, isConcurrent: false },
      rewrite: reuseConnection,
    };
  }
  yield* mixedRequests(context);
  for (const location of findLocations(context)) {
    if (location.isSingleUse && !location.isExisting) yield* usedValue(context, location);
  }
}

/** The first draft with invalid data, for which any rule may be the reason. */
function findInvalid(context: PhaseContext): CaseDraft | undefined {
  const draft = [...coverageCases(context)].find(
    ({ kind, values }) => kind === 'invalid data' && context.classify(values)?.kind === 'invalid',
  );
  return draft && { ...draft, pointer: '' };
}

function reuseConnection(request: WireRequest): WireRequest {
  return { ...request, reusesConnection: true };
}

/** A value that can be used once, in the same request again and in another one, in turn and at the same time. */
function* usedValue(
  context: PhaseContext,
  { subject, schema }: ValueLocation,
): Iterable<CaseDraft> {
  const { base, operation } = context;
  const { pointer } = schema;
  const inTurn = {
    group: `${operation.id} ${subject} in turn`,
    isConcurrent: false,
    sharesValues: true,
  };
  const first = `${subject} is used for the first time.`;
  yield { ...base, description: first, pointer, repetition: inTurn };
  const used = { ...base, kind: 'used value', pointer } as const;
  const again = `${subject} was used before, in the same request.`;
  yield { ...used, description: again, isSameBody: true, repetition: inTurn };
  const [text] = findLocations(context).filter((it) => it.isFreeText && !it.isSingleUse);
  if (!text) return;

  const values = text.replace(base.values, `${text.value} again`);
  const other = { ...used, values, isSameBody: false };
  yield { ...other, description: `${subject} was used before.`, repetition: inTurn };
  const atOnce = { ...inTurn, group: `${operation.id} ${subject} at once`, isConcurrent: true };
  for (const [i, draft] of [{ ...other, values: base.values }, other].entries()) {
    const description = `${subject} is used twice at the same time, number ${i + 1} of 2.`;
    yield { ...draft, description, repetition: atOnce };
  }
}

/** Different requests at the same time, each of which must get its own response. */
function* mixedRequests(context: PhaseContext): Iterable<CaseDraft> {
  const { base, isTagged, operation } = context;
  const invalid = findInvalid(context);
  // A write of another resource would change it.
  const other = isTagged
    ? undefined
    : [...exampleCases(context)].find(({ values }) => context.classify(values)?.kind === 'valid');
  const others = [invalid, other].filter((draft) => draft !== undefined);
  // The last one twice, to compare its responses.
  const mixed = [...others.flatMap((draft) => [base, draft]), base, ...others.slice(-1)];
  const count = Math.max(mixed.length, 3);
  for (let i = 0; i < count; i += 1) {
    const draft = mixed[i] ?? base;
    const variant = others.includes(draft) ? { variant: draft.description } : {};
    yield {
      ...draft,
      description: `Number ${i + 1} of ${count} requests at the same time. ${draft.description}`,
      repetition: { group: `${operation.id} at the same time`, isConcurrent: true, ...variant },
    };
  }
}
