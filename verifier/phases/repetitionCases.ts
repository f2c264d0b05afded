import { encodeRequest } from '../plan/encodeRequest.ts';
import type { CaseDraft, RowKind } from '../plan/testCase.ts';
import { coverageCases } from './coverageCases.ts';
import { exampleCases } from './exampleCases.ts';
import type { PhaseContext } from './phaseContext.ts';
import { isFreeText, replaceValue, subjectOf, type ValueLocation } from './valueLocations.ts';

const readCount = 3;

/** Finds servers whose response to one request depends on an earlier one, or on one at the same time. */
export function* repetitionCases(context: PhaseContext): Iterable<CaseDraft> {
  if (!context.isTagged) yield* readsInTurn(context);
  yield* mixedRequests(context);
  for (const location of context.locations) {
    if (location.isSingleUse && !location.isExisting) yield* usedValue(context, location);
  }
}

function* readsInTurn({ base, operation }: PhaseContext): Iterable<CaseDraft> {
  for (let i = 1; i <= readCount; i += 1) {
    yield {
      ...base,
      description: `The base request, number ${i} of ${readCount} sent in turn.`,
      repetition: { group: `${operation.id} in turn`, isConcurrent: false },
      rewrite: (request) => ({ ...request, reusesConnection: true }),
    };
  }
}

/** Different requests at the same time, each of which must get its own response. */
function* mixedRequests(context: PhaseContext): Iterable<CaseDraft> {
  const { base, isTagged, operation } = context;
  const invalid = findDraft(context, coverageCases(context), 'invalid data');
  // A write of another resource would change it.
  const valid = isTagged ? undefined : findDraft(context, exampleCases(context), 'valid data');
  // Any rule may be the reason.
  const rejected = invalid && { ...invalid, pointer: '' };
  const others = [rejected, valid].filter((draft) => draft !== undefined);
  // The last one twice, to compare its responses.
  const mixed = [...others.flatMap((draft) => [base, draft]), base, ...others.slice(-1)];
  const drafts = mixed.length < 3 ? [base, base, base] : mixed;

  for (const [i, draft] of drafts.entries()) {
    const place = `Number ${i + 1} of ${drafts.length} requests at the same time.`;
    yield {
      ...draft,
      description: `${place} ${draft.description}`,
      repetition: {
        group: `${operation.id} at the same time`,
        isConcurrent: true,
        variant: draft === base ? undefined : draft.description,
      },
    };
  }
}

/** The first draft with invalid data, or the first valid one, that is so for the contract. */
function findDraft(
  { contract, operation, findViolations }: PhaseContext,
  drafts: Iterable<CaseDraft>,
  expected: RowKind,
): CaseDraft | undefined {
  return [...drafts].find(({ kind, values }) => {
    const request = kind === expected && encodeRequest(contract, operation, values);
    const violations = request && findViolations(operation, request);
    if (!violations) return false;
    return expected === 'valid data' ? violations.length === 0 : violations.length > 0;
  });
}

/** A value that can be used once, in the same request again and in another one, in turn and at the same time. */
function* usedValue(context: PhaseContext, location: ValueLocation): Iterable<CaseDraft> {
  const { base, operation, locations } = context;
  const subject = subjectOf(location);
  const { pointer } = location.schema;
  const group = `${operation.id} ${subject}`;
  const inTurn = { group: `${group} in turn`, isConcurrent: false, sharesValues: true };
  const first = { ...base, pointer, repetition: inTurn };
  const used = { ...first, kind: 'used value' } as const;

  yield { ...first, description: `${subject} is used for the first time.` };
  yield {
    ...used,
    description: `${subject} was used before, in the same request.`,
    isSameBody: true,
  };
  const text = locations.find(({ schema, isSingleUse, isExisting }) => {
    return isFreeText(schema) && !isSingleUse && !isExisting;
  });
  if (!text) return;

  const values = replaceValue(text, base.values, `${text.value} again`);
  const other = { ...used, values, isSameBody: false };
  yield { ...other, description: `${subject} was used before.` };

  const repetition = { ...inTurn, group: `${group} at once`, isConcurrent: true };
  const atOnce = `${subject} is used twice at the same time, number`;
  yield { ...other, values: base.values, description: `${atOnce} 1 of 2.`, repetition };
  yield { ...other, description: `${atOnce} 2 of 2.`, repetition };
}
