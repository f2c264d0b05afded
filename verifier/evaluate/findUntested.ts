import type { Contract, Operation } from '../../contract/index.ts';
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
  if (isUnknown && (!isTested || isUntestable(results))) {
    const message = `Every response was ${list(statuses)}, so nothing was tested. ${advice}`;
    return [{ message }];
  }
  return [...findLimits(results), ...operations.flatMap(describeOperation)];

  function describeOperation({ id, parameters }: Operation): Untested[] {
    const own = results.filter(({ testCase }) => testCase.operation.id === id);
    if (own.some(isPositive)) return [];

    const positive = own.filter(isOfValidData);
    const others = skipped.filter(({ operation }) => operation === id);
    const cause = others.find(({ blockedBy, endsRun }) => blockedBy !== undefined || endsRun);
    if (cause) {
      const message = `${id} was not tested with valid data: ${cause.reason}.`;
      return [{ name: id, message, option: cause.reason }];
    }
    if (positive.length === 0) {
      const message = `${id} was not tested with valid data (cases skipped: ${others.length}).`;
      const option = others.find(isBase)?.option;
      return [{ name: id, message, option }];
    }
    const parameter = parameters.find(({ required }) => required);
    const received = list(positive.map(({ result }) => statusOf(result)));
    const value = parameter && `--value ${parameter.name}=…`;
    const option = received === '401' ? '--header' : value;
    const what = option === value ? 'an existing value' : 'credentials';
    const hint = option ? ` Set ${what} with ${option}.` : '';
    const message = `${id} is inconclusive: every response to valid data was ${received}.${hint}`;
    return [{ name: id, message, option }];
  }
}

/** Whether no response shows anything of the server: all are those of a gateway, or of another server. */
export function isUntestable(results: readonly CaseResult[]): boolean {
  const isMissing = results.every(({ result }) => statusOf(result) === 404);
  return (results.length > 0 && isMissing) || isLockedOut(results);
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
