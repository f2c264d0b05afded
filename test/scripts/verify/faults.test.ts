import { expect, onTestFinished, test } from 'vitest';
import { faults } from '../../../scripts/reference-backend/faults.ts';
import { startReferenceBackend } from '../../../scripts/reference-backend/startReferenceBackend.ts';
import { uniqueFailures } from '../../../scripts/verify/report/report.ts';
import {
  allWritesArguments,
  backendUrl,
  editorCredentials,
  failedChecks,
  referenceContract,
  runVerifier,
} from '../../support/verify/runVerifier.ts';

const staffOperations = ['signIn', 'signOut', 'getCurrentUser'];

test('the reference backend passes every check without skipped cases', async () => {
  const url = await backendUrl();
  const report = await runVerifier(referenceContract, url, allWritesArguments, editorCredentials);
  expect(failedChecks(report)).toEqual([]);
  expect(report.warnings).toEqual([
    expect.stringContaining('submitFeedback: The server returned 204 for the second use.'),
  ]);
  expect(report.skipped).toEqual([]);
});

/** `npm run bench -- verify` runs the others, for each operation. */
const firstOfEachCheck = faults.filter(
  ({ check }, index) => faults.findIndex((fault) => fault.check === check) === index,
);

test.each(firstOfEachCheck)('$check finds that in $operation $name', async (fault) => {
  const { operation, check } = fault;
  // A wrong session may be seen in any operation that uses it.
  const only = staffOperations.includes(operation) ? staffOperations : [operation];
  const backend = await startReferenceBackend({ change: fault });
  onTestFinished(backend.close);
  const timeout = check === 'response_received' ? '0.2' : '15';
  const args = [...allWritesArguments, '--only', only.join(), '--timeout', timeout];
  const report = await runVerifier(referenceContract, backend.url, args, editorCredentials);
  expect(uniqueFailures(report).map((failure) => failure.check)).toContain(check);
});
