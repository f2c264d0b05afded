import type { Contract, Operation } from '#contract';
import { isBase } from '../phases/baseCase.ts';
import type { SkippedCase } from '../plan/testCase.ts';
import { statusOf } from '../send/sendRequest.ts';
import type { CaseResult } from './caseResult.ts';
import { isInconclusiveStatus } from './isConclusive.ts';

/** What a run could not test. */
export interface Untested {
  /** What the report's last line calls it, such as the id of an operation; undefined if that says so anyway. */
  name?: string;
  /** A sentence. */
  message: string;
  /** What must be set to test it. */
  option?: string | undefined;
}

/** The operations without a conclusive result for valid data, and requests that were rejected by a limit. */
export function findUntested(
  operations: Contract['operations'],
  results: readonly CaseResult[],
  skipped: readonly SkippedCase[],
): Untested[] {
  if (operations.length === 0) return [{ message: 'The contract has no operations.' }];

  const statuses = results.map(({ result }) => statusOf(result));
  const isUnknown = statuses.length > 0 && statuses.every(isInconclusiveStatus);
  const advice = statuses.includes(404) ? 'Check the URL.' : 'Set credentials, with --header.';
  const isTested = results.some((each) => each.status === 'passed' && isEvidence(each));
  if ((isUnknown && !isTested) || isUntestable(results)) {
    const message = `Every response was ${list(statuses)}, so nothing was tested. ${advice}`;
    return [{ message }];
  }

  const ofOperations = operations.flatMap(
    (it) => findUntestedOperation(it, results, skipped) ?? [],
  );
  return [...findLimits(results), ...ofOperations];
}

/** Why no valid data of an operation had a conclusive result; undefined if one had. */
function findUntestedOperation(
  { id, parameters }: Operation,
  results: readonly CaseResult[],
  skipped: readonly SkippedCase[],
): Untested | undefined {
  const own = results.filter(({ testCase }) => testCase.operation.id === id);
  if (own.some(isPositive)) return undefined;

  const others = skipped.filter(({ operation }) => operation === id);
  const cause = others.find(({ blockedBy }) => blockedBy !== undefined);
  if (cause) {
    const message = `${id} was not tested with valid data: ${cause.reason}.`;
    return { name: id, message, option: cause.reason };
  }

  const positive = own.filter(isOfValidData);
  if (positive.length === 0) {
    const message = `${id} was not tested with valid data (cases skipped: ${others.length}).`;
    return { name: id, message, option: others.find(isBase)?.option };
  }

  const received = list(positive.map(({ result }) => statusOf(result)));
  const message = `${id} is inconclusive: every response to valid data was ${received}.`;
  if (received === '401') {
    return { name: id, message: `${message} Set credentials with --header.`, option: '--header' };
  }
  const parameter = parameters.find(({ required }) => required);
  if (!parameter) return { name: id, message };

  const option = `--value ${parameter.name}=…`;
  return { name: id, message: `${message} Set an existing value with ${option}.`, option };
}

/** Whether no response shows anything of the server: all are those of a gateway, or of another server. */
export function isUntestable(results: readonly CaseResult[]): boolean {
  const plain = results.filter(reachesOperation);
  const isMissing = plain.every(({ result }) => statusOf(result) === 404);
  return (plain.length > 0 && isMissing) || isLockedOut(results);
}

/** Whether a server that has the operation would hand the request to it. Servers reject malformed ones for any path. */
function reachesOperation({ testCase: { kind, mayNotReachOperation } }: CaseResult): boolean {
  return !mayNotReachOperation && kind !== 'invalid data' && kind !== 'unusual request';
}

/**
 * Whether a gateway in front of the server rejected every request, also those that need no credentials, so that no
 * response is the server's.
 */
function isLockedOut(results: readonly CaseResult[]): boolean {
  const isRejected = ({ result }: CaseResult) => [401, 403, 407].includes(statusOf(result));
  const isPublic = ({ testCase }: CaseResult) => testCase.operation.security.length === 0;
  return results.every(isRejected) && results.some(isPublic);
}

function findLimits(results: readonly CaseResult[]): Untested[] {
  const count = results.filter(({ result }) => statusOf(result) === 429).length;
  const share = `${count} of ${results.length} requests`;
  const message = `${share} were rejected with 429, so they are inconclusive. Set a lower --rate.`;
  return count === 0 ? [] : [{ name: share, message, option: '--rate' }];
}

function list(statuses: readonly number[]): string {
  return [...new Set(statuses)].sort().join(' or ');
}

function isOfValidData({ testCase: { kind } }: CaseResult): boolean {
  return ['valid data', 'sign-in', 'link'].includes(kind);
}

/** Whether a result shows that an operation does what it is for, or fails to. */
function isPositive(result: CaseResult): boolean {
  return isOfValidData(result) && result.status !== 'inconclusive';
}

/** Whether a result shows how an operation behaves. A server without the operation could send the others too. */
export function isEvidence({ testCase, result, status }: CaseResult): boolean {
  const { kind } = testCase;
  if (status !== 'passed') return status === 'failed';
  if (['undeclared method', 'unusual request'].includes(kind) || result.kind === 'error')
    return false;
  return !isInconclusiveStatus(result.status) || kind.endsWith('credentials');
}
