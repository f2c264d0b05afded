import type { CaseResult } from '../evaluate/caseResult.ts';
import { statusOf } from '../send/sendRequest.ts';
import { type Report, type UniqueFailure, uniqueFailures } from './report.ts';

/**
 * The failures of a report, each cause once: first what other cases depend on, then the others in the order in which
 * they occurred.
 */
export function findCauses(report: Pick<Report, 'results'>): UniqueFailure[] {
  const causes: UniqueFailure[] = [];
  const isOfServer = failsThroughout(report.results);
  for (const failure of uniqueFailures(report)) {
    const at = causes.findIndex((it) => isOfServer || haveOneCause(it, failure));
    const same = causes[at];
    if (same) causes[at] = merge(same, failure);
    else causes.push(failure);
  }
  return [...causes.filter(isFirstToFix), ...causes.filter((it) => !isFirstToFix(it))];
}

/** Whether other cases depend on the failure. */
export function isFirstToFix({ result }: Pick<UniqueFailure, 'result'>): boolean {
  return result.isBlocking;
}

/** Whether the server fails at every request, whatever the operation. */
function failsThroughout(results: readonly CaseResult[]): boolean {
  return (
    results.length > 1 &&
    results.every(({ failures }) => failures.some(({ check }) => check === 'not_a_server_error'))
  );
}

function haveOneCause(a: UniqueFailure, b: UniqueFailure): boolean {
  if (isUnsteady(a, b)) return true;
  if (a.check !== b.check || a.message !== b.message) return false;
  if (a.operation === b.operation) return isConcurrent(a) && isConcurrent(b);

  return isOfConnection(a) || (isFirstToFix(a) && isFirstToFix(b)) || isOfFilter(a, b);
}

/** The status of an operation changes by itself. */
function isUnsteady(a: UniqueFailure, b: UniqueFailure): boolean {
  if (a.operation !== b.operation || !membersOf(a).some((it) => it.isUnsteady)) return false;

  const isSame = statusOf(a.result.result) === statusOf(b.result.result);
  return isSame || b.check === 'response_consistency' || b.result.isUnsteady;
}

/** The values of requests at the same time matter less than that they were. */
function isConcurrent({ result }: UniqueFailure): boolean {
  return result.testCase.repetition?.isConcurrent === true;
}

/** The server does not accept connections. */
function isOfConnection({ result: { result } }: UniqueFailure): boolean {
  return result.kind === 'error' && result.isUnreachable;
}

/** Several operations fail at the same change to their base requests, as a filter in front of them does. */
function isOfFilter(a: UniqueFailure, b: UniqueFailure): boolean {
  const descriptions = new Set(
    membersOf(a)
      .filter(({ testCase }) => testCase.phase === 'protocol')
      .map(({ testCase }) => testCase.description),
  );
  return membersOf(b).some(({ testCase }) => descriptions.has(testCase.description));
}

function membersOf({ result, others }: UniqueFailure): readonly CaseResult[] {
  return [result, ...others];
}

/** A comparison of responses tells better than anything else that a server is unsteady. */
function merge(a: UniqueFailure, b: UniqueFailure): UniqueFailure {
  const isComparison = ({ check }: UniqueFailure) => check === 'response_consistency';
  const [head, other] = isComparison(b) && !isComparison(a) ? [b, a] : [a, b];
  return { ...head, others: [...head.others, ...membersOf(other)] };
}
