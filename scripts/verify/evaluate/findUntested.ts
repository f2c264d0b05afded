import type { Contract } from '../../../mock-api/contract/index.ts';
import type { SkippedCase } from '../plan/testCase.ts';
import { statusOf } from '../send/sendRequest.ts';
import type { CaseResult } from './caseResult.ts';
import { isInconclusiveStatus } from './evaluateStatus.ts';

/** What a run could not test: operations without a conclusive result, and requests that were rejected by a limit. */
export function findUntested(
  contract: Contract,
  results: readonly CaseResult[],
  skipped: readonly SkippedCase[],
): string[] {
  if (contract.operations.length === 0) return ['The contract has no operations.'];
  const statuses = results.map(({ result }) => statusOf(result));
  const isUnknown = statuses.length > 0 && statuses.every(isInconclusiveStatus);
  if (isUnknown && !results.some((each) => each.status === 'passed' && isConclusive(each))) {
    return [`Every response was ${list(statuses)}, so nothing was tested. Check the URL.`];
  }
  const operations = [...new Set(results.map(({ testCase }) => testCase.operation.id))];
  return [...findLimits(results), ...operations.flatMap(describeOperation)];

  function describeOperation(id: string): string[] {
    const positive = results.filter(
      ({ testCase: { operation, kind } }) =>
        operation.id === id && ['valid data', 'link'].includes(kind),
    );
    if (positive.some(({ status }) => status !== 'inconclusive')) return [];
    if (positive.length === 0) {
      const count = skipped.filter(({ operation }) => operation === id).length;
      return [`${id} was not tested with valid data (${count} cases skipped).`];
    }
    const parameter = positive[0]?.testCase.operation.parameters.find(({ required }) => required);
    const hint = parameter ? ` Set an existing value with --value ${parameter.name}=….` : '';
    const received = list(positive.map(({ result }) => statusOf(result)));
    return [
      `${id} is inconclusive: all ${positive.length} responses to valid data were ${received}.${hint}`,
    ];
  }
}

function findLimits(results: readonly CaseResult[]): string[] {
  const count = results.filter(({ result }) => statusOf(result) === 429).length;
  const share = `${count} of ${results.length} requests`;
  return count === 0
    ? []
    : [`${share} were rejected with 429, so they are inconclusive. Set a lower --rate.`];
}

function list(statuses: readonly number[]): string {
  return [...new Set(statuses)].sort().join(' or ');
}

/** Whether a result shows how an operation behaves. A server without the operation could send the others too. */
export function isConclusive({ testCase, result, status }: CaseResult): boolean {
  const { kind } = testCase;
  if (status !== 'passed') return status === 'failed';
  if (['undeclared method', 'unusual request'].includes(kind) || result.kind === 'error')
    return false;
  return !isInconclusiveStatus(result.status) || kind.endsWith('credentials');
}
