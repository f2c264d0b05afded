import { expect, test } from 'vitest';
import { failedChecks } from '../../support/verify/runVerifier.ts';
import { verifyBackend } from '../../support/verify/verifyBackend.ts';

test('the reference backend passes every check without skipped cases', async () => {
  const report = await verifyBackend();
  expect(failedChecks(report)).toEqual([]);
  expect(report.warnings).toEqual([
    expect.stringContaining('submitFeedback: The server returned 200 for the second use.'),
  ]);
  expect(report.skipped).toEqual([]);
});
