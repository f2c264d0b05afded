import { isBusy } from '../../../mock-api/contract/index.ts';
import type { Exchange } from '../checks/check.ts';
import type { TestCase } from '../plan/testCase.ts';
import type { HttpResponse } from '../send/sendRequest.ts';

/** Whether the status may mean that the server does not know the value, rather than a failure. */
export function isInconclusiveStatus(status: number): boolean {
  return [401, 403, 404].includes(status);
}

/** Whether the status of a response tells what the case tests. */
export function isConclusive(
  testCase: TestCase,
  { status }: HttpResponse,
  earlier: readonly Exchange[],
): boolean {
  const { kind, operation, toleratedStatuses, usesExistingValues, isInSession } = testCase;
  if (isBusy(status) || toleratedStatuses?.includes(status)) return false;
  switch (kind) {
    case 'valid data': {
      const isRejected = isInconclusiveStatus(status) && !(isInSession && status === 401);
      return usesExistingValues || !isRejected;
    }
    case 'invalid data': {
      // Valid data gets the same, so that the server may not have looked at the data.
      const base = earlier.find((it) => it.testCase.operation === operation);
      return !isInconclusiveStatus(status) || base?.response.status !== status || base.isConclusive;
    }
    default:
      return true;
  }
}
