import type { CaseResult } from './caseResult.ts';
import { isInconclusiveStatus } from './evaluateStatus.ts';

/** Whether a result shows how an operation behaves. A server without the operation could send the others too. */
export function isConclusive({ testCase, result, status }: CaseResult): boolean {
  const { kind } = testCase;
  if (status !== 'passed') return status === 'failed';
  if (['undeclared method', 'unusual request'].includes(kind) || result.kind === 'error')
    return false;
  return !isInconclusiveStatus(result.status) || kind.endsWith('credentials');
}
