import type { CaseDraft } from '../plan/testCase.ts';
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
