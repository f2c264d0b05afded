import { expect, test } from 'vitest';
import { responseFaults } from '../../../scripts/faulty-backend/responseFaults.ts';
import { checksOf, failedChecks } from '../../support/verify/runVerifier.ts';
import { verifyBackend } from '../../support/verify/verifyBackend.ts';

test.each(responseFaults)('only the checks for it fail: $operation, $name', async (fault) => {
  expect(failedChecks(await verifyBackend(fault))).toEqual(checksOf(fault.operation, fault.checks));
});
