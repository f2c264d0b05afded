import type { SkippedCase } from '../plan/testCase.ts';
import type { CaseResult } from './caseResult.ts';
import { isInconclusiveStatus } from './evaluateStatus.ts';

/** Warnings for operations without a conclusive result for valid data or a link. */
export function findWarnings(
  results: readonly CaseResult[],
  skipped: readonly SkippedCase[],
): string[] {
  const statuses = results.map(statusOf);
  if (statuses.length > 0 && statuses.every(isInconclusiveStatus)) {
    return [`Every response was ${list(statuses)}, so nothing was tested. Check the URL.`];
  }
  const operations = [...new Set(results.map(({ testCase }) => testCase.operation.id))];
  return operations.flatMap((id) => {
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
    const received = list(positive.map(statusOf));
    return [
      `${id} is inconclusive: all ${positive.length} responses to valid data were ${received}.${hint}`,
    ];
  });
}

function statusOf({ result }: CaseResult): number {
  return result.kind === 'response' ? result.status : 0;
}

function list(statuses: readonly number[]): string {
  return [...new Set(statuses)].sort().join(' or ');
}
