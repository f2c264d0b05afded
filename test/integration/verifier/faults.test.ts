import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkNames, type Report, terminalReport } from '#verifier';
import { longTestTimeoutMs } from '../../support/timeouts.ts';
import { faults } from '../../support/verifier/reference-backend/faults.ts';
import { startReferenceBackend } from '../../support/verifier/reference-backend/startReferenceBackend.ts';
import {
  allWritesArguments,
  editorCredentials,
  failedChecks,
  referenceContract,
  runVerifier,
  verifyReference,
} from '../../support/verifier/runVerifier.ts';

/** What a run needs besides `--allow-writes`, so that a check can fail or does so soon. */
const argumentsOfCheck: Readonly<Record<string, string[]>> = {
  response_received: ['--timeout', '0.2'],
  max_response_time: ['--max-response-time', '0.3'],
  single_use: ['--enforce-single-use'],
};

test(
  'the reference backend passes every check without skipped cases',
  async () => {
    const { failures, run, untested, warnings } = await verifyReference();
    expect({ failures, skipped: run.skipped, untested }).toEqual({
      failures: [],
      skipped: [],
      untested: [],
    });
    expect(warnings).toEqual([
      expect.stringContaining('submitFeedback: The server returned 204 for the second use of'),
      expect.stringContaining(
        'submitFeedback: The server accepted a value twice at the same time.',
      ),
    ]);
  },
  longTestTimeoutMs,
);

test('each check has a fault and an entry in the documentation', () => {
  const documentation = readFileSync('docs/contract.md', 'utf8');
  const hasEntry = (name: string) =>
    new RegExp(`^- (\`\\w+\`,\\s+)*\`${name}\`[:,]`, 'm').test(documentation);
  const hasFault = (name: string) => faults.some(({ check }) => check === name);
  const withoutFault = checkNames.filter((name) => !hasFault(name));
  const withoutEntry = checkNames.filter((name) => !hasEntry(name));
  expect({ withoutFault, withoutEntry }).toEqual({ withoutFault: [], withoutEntry: [] });
});

test.concurrent.for(faults)('$check finds that in $operation $name', async (fault, context) => {
  const { operation, check } = fault;
  // A wrong session may be seen in any operation that uses it.
  const usesSession = check === 'response_safety' || /^sign/.test(operation);
  const only = usesSession ? [operation, 'getCurrentUser'] : [operation];
  const backend = await startReferenceBackend({ change: fault });
  context.onTestFinished(backend.close);
  const args = [...allWritesArguments, '--only', only.join(), ...(argumentsOfCheck[check] ?? [])];
  const report = await runVerifier(referenceContract, backend.url, args, editorCredentials);
  expect(report.failures.map((failure) => failure.check)).toContain(check);
  expect(failedChecks(report).length).toBeLessThan(7);
  expect(printedSecrets(report)).toEqual([]);
});

/** The password and the session ids that the printed report has. */
function printedSecrets(report: Report): string[] {
  const text = terminalReport(report).toLowerCase();
  const lines = report.run.exchanges.flatMap(
    ({ response }) => response.headers['set-cookie'] ?? [],
  );
  const ids = lines.map((line) => /=([^;]*)/.exec(line)?.[1] ?? '');
  const secrets = ['correct horse', 'correct+horse', 'correct%20horse', ...ids];
  return secrets.filter((secret) => secret.length > 5 && text.includes(secret.toLowerCase()));
}
