import type { Contract } from '../../../mock-api/contract/index.ts';
import type { CaseResult, CheckFailure } from '../evaluate/caseResult.ts';
import { isEvidence, type Untested } from '../evaluate/findUntested.ts';
import type { SkippedCase } from '../plan/testCase.ts';
import { statusOf } from '../send/sendRequest.ts';

export interface Report {
  contract: Contract;
  url: string;
  results: readonly CaseResult[];
  skipped: readonly SkippedCase[];
  warnings: readonly string[];
  /** Those of the warnings that tell what could not be tested. */
  untested: readonly Untested[];
  /** Whether the run was ended before all cases were sent. */
  isInterrupted: boolean;
  durationMs: number;
}

/** Whether the run was complete and tested something. */
export function isComplete({ results, isInterrupted }: Report): boolean {
  return !isInterrupted && results.some(isEvidence);
}

/** The same failure in one or more responses of an operation. */
export interface UniqueFailure extends CheckFailure {
  operation: string;
  /** The first result with this failure. */
  result: CaseResult;
  /** Further results with this failure. */
  others: readonly CaseResult[];
}

/** Groups the failures of a report, first those for which other cases were not sent, in the order of their occurrence. */
export function uniqueFailures({ results }: Pick<Report, 'results'>): UniqueFailure[] {
  const unique = new Map<string, UniqueFailure & { others: CaseResult[] }>();
  const isOfServer = failsThroughout(results);
  const unsteady = findUnsteady(results);
  for (const result of results) {
    for (const failure of result.failures) {
      const operation = result.testCase.operation.id;
      const own = groupOf(result, failure);
      const key = isOfServer ? failure.check : (unsteady.get(own) ?? own);
      const first = unique.get(key);
      if (first && isClearer(failure, first)) {
        const others = [first.result, ...first.others];
        unique.set(key, { operation, ...failure, result, others });
      } else if (first) first.others.push(result);
      else unique.set(key, { operation, ...failure, result, others: [] });
    }
  }
  const found = [...unique.values()];
  return [...found.filter(isFirstToFix), ...found.filter((it) => !isFirstToFix(it))];
}

/** Whether a failure tells better than the first of its group that a server is unsteady. */
function isClearer(failure: CheckFailure, first: CheckFailure): boolean {
  const isComparison = ({ check }: CheckFailure) => check === 'response_consistency';
  return isComparison(failure) && !isComparison(first);
}

/** The failures of an operation whose status changes by itself, which have one cause, each with that group. */
function findUnsteady(results: readonly CaseResult[]): ReadonlyMap<string, string> {
  const unsteady = results.filter((it) => it.isUnsteady);
  const isAffected = ({ testCase, result }: CaseResult, { check }: CheckFailure) => {
    const own = unsteady.filter((it) => it.testCase.operation === testCase.operation);
    const isSame = own.some((it) => statusOf(it.result) === statusOf(result));
    return isSame || (own.length > 0 && check === 'response_consistency');
  };
  const groups = results.flatMap((result) =>
    result.failures
      .filter((failure) => isAffected(result, failure))
      .map((it) => [groupOf(result, it), `unsteady ${result.testCase.operation.id}`] as const),
  );
  return new Map(groups);
}

/** Whether the server fails at every request, whatever the operation. */
function failsThroughout(results: readonly CaseResult[]): boolean {
  return (
    results.length > 1 &&
    results.every(({ failures }) => failures.some(({ check }) => check === 'not_a_server_error'))
  );
}

/** Whether other cases depend on the failure. */
export function isFirstToFix({ result }: Pick<UniqueFailure, 'result'>): boolean {
  return result.isBlocking;
}

function groupOf({ testCase, result, isBlocking }: CaseResult, failure: CheckFailure): string {
  const { check, message } = failure;
  // A server that does not accept connections, or fails at every request, does so for every operation.
  const isUnreachable = result.kind === 'error' && result.isUnreachable;
  const isOfServer = isUnreachable || (isBlocking && check === 'not_a_server_error');
  if (isOfServer) return `${check} ${message}`;
  return keyOf({ ...failure, operation: testCase.operation.id });
}

type FailureKey = Record<'operation' | 'check' | 'location' | 'pointer' | 'message', string>;

/** The same for failures that the report groups. */
export function keyOf({ operation, check, location, pointer, message }: FailureKey): string {
  return JSON.stringify([operation, check, location, pointer, message]);
}
