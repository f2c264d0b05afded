import { readFileSync } from 'node:fs';
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

test('docs/contract.md states the number of seeded faults', () => {
  const guide = readFileSync('docs/contract.md', 'utf8');
  expect(guide).toContain(`the same ${seededFaults.length} backends`);
  expect(guide).toContain(`detected of ${seededFaults.length} faults`);
});
