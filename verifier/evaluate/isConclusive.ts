import { isBusy } from '#contract';
import type { TestCase } from '../plan/testCase.ts';
import { statusOf } from '../send/sendRequest.ts';
import type { CaseResult } from './caseResult.ts';

/** Whether the status may mean that the server does not know the value, rather than a failure. */
export function isInconclusiveStatus(status: number): boolean {
  return [401, 403, 404].includes(status);
}

/** Whether the status of a response tells what the case tests. `base` is the result of its operation's base request. */
export function isConclusive(testCase: TestCase, status: number, base?: CaseResult): boolean {
  const { kind, toleratedStatuses, usesExistingValues } = testCase;
  if (isBusy(status) || toleratedStatuses?.includes(status)) return false;

  switch (kind) {
    case 'valid data':
      return usesExistingValues || !isInconclusiveStatus(status);
    case 'invalid data':
      // If valid data gets the same, the server may not have looked at the data.
      return (
        !isInconclusiveStatus(status) ||
        (base !== undefined &&
          (statusOf(base.result) !== status || isConclusive(base.testCase, status)))
      );
    default:
      return true;
  }
}
