import type { CaseResult } from '../evaluate/caseResult.ts';
import { type Report, type UniqueFailure, uniqueFailures } from './report.ts';

/**
 * The failures of a report, each cause once: first what other cases depend on, then the others in the order in which
 * they occurred.
 */
export function findCauses(report: Pick<Report, 'results'>): UniqueFailure[] {
  const common = commonResponses(report.results);
  const causes: UniqueFailure[] = [];
  for (const failure of uniqueFailures(report)) {
    const at = causes.findIndex((it) => haveOneCause(it, failure, common));
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

/**
 * The responses that are no operation's own, such as the page of a single-page app for each path, a redirect to a
 * sign-in or a timeout: the operation of a base request does not declare it, or those of several got it.
 */
function commonResponses(results: readonly CaseResult[]): ReadonlySet<string> {
  const blocking = results.filter(({ isBlocking }) => isBlocking);
  const isCommon = (one: CaseResult) =>
    one.failures.some(({ check }) => undeclared.includes(check)) ||
    blocking.some(
      (it) => it.testCase.operation !== one.testCase.operation && keyOf(it) === keyOf(one),
    );
  return new Set(blocking.filter(isCommon).map(keyOf));
}

const undeclared: readonly string[] = ['status_code_conformance', 'content_type_conformance'];

/** The same for responses that look alike, whatever the body. */
function keyOf({ result }: CaseResult): string {
  if (result.kind === 'error') return 'no complete response';

  const { status, headers } = result;
  return JSON.stringify([status, headers['content-type'], headers.location]);
}

function haveOneCause(a: UniqueFailure, b: UniqueFailure, common: ReadonlySet<string>): boolean {
  const response = keyOf(b.result);
  if (common.has(response) && response === keyOf(a.result)) return true;
  if (isUnsteady(a, b) || isUnprotected(a, b)) return true;
  if (a.check !== b.check || a.message !== b.message) return false;

  if (declarations.includes(a.check)) {
    if (a.operation === b.operation || membersOf(a).some((it) => hasPointer(it, b))) return true;
  }
  return a.operation === b.operation ? isConcurrent(a) && isConcurrent(b) : isOfFilter(a, b);
}

/** Their messages say what is wrong, whatever the status: an error handler or a serializer does it everywhere. */
const declarations: readonly string[] = ['content_type_conformance', 'response_schema_conformance'];

/** Whether a result has the same failure at the same place of the contract, which operations share. */
function hasPointer({ failures }: CaseResult, { message, pointer }: UniqueFailure): boolean {
  return failures.some((it) => it.message === message && it.pointer === pointer);
}

/** The status of an operation changes by itself. */
function isUnsteady(a: UniqueFailure, b: UniqueFailure): boolean {
  if (a.operation !== b.operation || !membersOf(a).some((it) => it.isUnsteady)) return false;

  const isSame = keyOf(a.result) === keyOf(b.result);
  return isSame || b.check === 'response_consistency' || b.result.isUnsteady;
}

/** Nothing looks at the credentials: a request with wrong ones gets the response of one without. */
function isUnprotected(a: UniqueFailure, b: UniqueFailure): boolean {
  const isOpen = a.check === 'ignored_auth' && a.result.testCase.kind === 'missing credentials';
  return isOpen && a.operation === b.operation && a.received === b.received;
}

/** The values of requests at the same time matter less than that they were. */
function isConcurrent({ result }: UniqueFailure): boolean {
  return result.testCase.repetition?.isConcurrent === true;
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
