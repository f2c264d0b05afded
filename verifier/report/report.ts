import type { Contract } from '#contract';
import type { CaseResult, CheckFailure } from '../evaluate/caseResult.ts';
import { isEvidence, type Untested } from '../evaluate/findUntested.ts';
import type { SkippedCase } from '../plan/testCase.ts';

export interface Report {
  contract: Contract;
  url: string;
  results: readonly CaseResult[];
  skipped: readonly SkippedCase[];
  warnings: readonly string[];
  /** Those of the warnings that tell what could not be tested. */
  untested: readonly Untested[];
  durationMs: number;
}

/** Whether the run tested something. */
export function hasEvidence({ results }: Report): boolean {
  return results.some(isEvidence);
}

/** The same failure in one or more responses of an operation. */
export interface UniqueFailure extends CheckFailure {
  operation: string;
  /** The first result with this failure. */
  result: CaseResult;
  /** Further results with this failure. */
  others: readonly CaseResult[];
}

/** Groups the failures of a report by operation and rule, in the order in which they first occurred. */
export function uniqueFailures({ results }: Pick<Report, 'results'>): UniqueFailure[] {
  const unique = new Map<string, UniqueFailure & { others: CaseResult[] }>();
  for (const result of results) {
    for (const failure of result.failures) {
      const operation = result.testCase.operation.id;
      const key = keyOf({ ...failure, operation });
      const first = unique.get(key);
      if (first) first.others.push(result);
      else unique.set(key, { operation, ...failure, result, others: [] });
    }
  }
  return [...unique.values()];
}

type FailureKey = Record<'operation' | 'check' | 'location' | 'pointer' | 'message', string>;

/** The same for failures of one operation and rule. */
export function keyOf({ operation, check, location, pointer, message }: FailureKey): string {
  return JSON.stringify([operation, check, location, pointer, message]);
}
