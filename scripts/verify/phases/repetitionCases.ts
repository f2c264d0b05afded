import { type CaseDraft, isWriteOperation } from '../plan/testCase.ts';
import { coverageCases } from './coverageCases.ts';
import type { PhaseContext } from './phaseContext.ts';
import { findLocations } from './valueLocations.ts';

const readCount = 10;
const concurrentReads = 4;
const concurrentWrites = 4;

/** The base request several times: in turn on one connection, and at the same time. */
export function* repetitionCases(context: PhaseContext): Iterable<CaseDraft> {
  const { base } = context;
  const isRead = !context.isTagged;
  if (isRead) yield* repeat(base, readCount, false);
  const concurrent = isRead ? concurrentReads : concurrentWrites;
  yield* repeat(base, concurrent, true);
  yield* mixedRequests(context);
  for (const { isSingleUse, isKnown, subject, schema } of findLocations(context)) {
    if (!isSingleUse || isKnown) continue;
    yield {
      ...base,
      kind: 'used value',
      description: `${subject} was used before.`,
      pointer: schema.pointer,
      before: { ...base, description: `${subject} is used for the first time.` },
    };
  }
}

/** Different requests at the same time, each of which must get its own response. */
function* mixedRequests(context: PhaseContext): Iterable<CaseDraft> {
  const { base, operation, contract } = context;
  const drafts = [...coverageCases(context)];
  const isInvalid = ({ kind, values, isThorough }: CaseDraft) =>
    kind === 'invalid data' && !isThorough && context.classify(values)?.kind === 'invalid';
  const first = drafts.find(isInvalid);
  const last = drafts.findLast(isInvalid);
  if (!first || !last || first === last) return;
  const isWrite = isWriteOperation(contract, operation);
  const mixed = isWrite ? [base, first, base, last] : [base, first, base, last, base, first];
  for (const [i, draft] of mixed.entries()) {
    const variant = String(mixed.indexOf(draft));
    yield {
      ...draft,
      ...(draft !== base && { pointer: '' }),
      description: `Number ${i + 1} of ${mixed.length} different requests at the same time. ${draft.description}`,
      repetition: { group: 'different requests', isConcurrent: true, variant },
    };
  }
}

function* repeat(base: CaseDraft, count: number, isConcurrent: boolean): Iterable<CaseDraft> {
  const how = isConcurrent ? 'at the same time' : 'in turn';
  for (let i = 1; i <= count; i += 1) {
    yield {
      ...base,
      description: `The base request, number ${i} of ${count} sent ${how}.`,
      repetition: { group: how, isConcurrent },
      rewrite: (request) => ({ ...request, ...(!isConcurrent && { reusesConnection: true }) }),
    };
  }
}
