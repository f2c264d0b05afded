import { expect, test } from 'vitest';
import { seededFaults } from '../../../scripts/faulty-backend/seededFaults.ts';
import { failedChecks } from '../../support/verify/runVerifier.ts';
import { verifyBackend } from '../../support/verify/verifyBackend.ts';

test('the reference backend passes every check without warnings or skipped cases', async () => {
  const report = await verifyBackend();
  expect(failedChecks(report)).toEqual([]);
  expect(report.warnings).toEqual([]);
  expect(report.skipped).toEqual([]);
});

test('there are at least forty seeded faults', () => {
  expect(seededFaults.length).toBeGreaterThanOrEqual(40);
});
