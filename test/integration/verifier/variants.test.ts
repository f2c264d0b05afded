import { expect, test } from 'vitest';
import { rejectsSignOut, variants } from '../../support/verifier/reference-backend/variants.ts';
import {
  allWritesArguments,
  backendUrl,
  changedContract,
  editorCredentials,
  failureLines,
  runVerifier,
  verifyReference,
} from '../../support/verifier/runVerifier.ts';

for (const { only, habits } of variants) {
  test(`a backend conforms that ${Object.keys(habits).join(', ')}`, async () => {
    const report = await verifyReference(Object.values(habits), '--only', only);
    expect(failureLines(report)).toEqual([]);
  });
}

test('a sign-out may require the session', async () => {
  const unprotected = /(?<=signOut\n.*\n *)security: \[\]/;
  const contract = await changedContract(unprotected, 'security: [{ session: [] }]');
  const url = await backendUrl(rejectsSignOut());
  const args = [...allWritesArguments, '--only', 'signOut,getCurrentUser'];
  const report = await runVerifier(contract, url, args, editorCredentials);
  expect(failureLines(report)).toEqual([]);
  expect(report.run.skipped).toEqual([]);
});
