import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkNames, type Report, terminalReport } from '#verifier';
import { longTestTimeoutMs } from '../../support/timeouts.ts';
import { type Fault, faults } from '../../support/verifier/reference-backend/faults.ts';
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

/** Each of their faults changes the responses to few requests, so that those of an operation share a backend. */
const checksOfOneRequest: readonly string[] = [
  'content_type_conformance',
  'ignored_auth',
  'negative_data_rejection',
  'not_a_server_error',
  'positive_data_acceptance',
  'status_code_conformance',
  'unknown_resource_rejection',
  'unsupported_media_type',
  'unsupported_method',
];

/** Faults that another one would hide, or that change all that follows. */
const aloneFaults: readonly string[] = [
  'a live session makes any password right',
  'a missing Referer is taken for forgery under HTTPS',
  'an empty password binds a real user anonymously',
  'every second session does not end',
  'the sessions of all end',
];

const isShared = ({ check, name }: Fault) =>
  checksOfOneRequest.includes(check) && !aloneFaults.includes(name);

const sharedReports = new Map<string, Promise<Report>>();

/** The report about a backend with the fault, and with those that share it. */
function reportOf(fault: Fault): Promise<Report> {
  if (!isShared(fault)) return reportAll([fault]);

  const { operation } = fault;
  const others = faults.filter((it) => it.operation === operation && isShared(it));
  const report = sharedReports.get(operation) ?? reportAll(others);
  sharedReports.set(operation, report);
  return report;
}

async function reportAll(present: readonly Fault[]): Promise<Report> {
  const [{ check = '', operation = '' } = {}] = present;
  const backend = await startReferenceBackend(present);
  // What ends a session shows in an operation that needs it.
  const only = check === 'response_safety' ? `${operation},getCurrentUser` : operation;
  const args = [...allWritesArguments, '--only', only, ...(argumentsOfCheck[check] ?? [])];
  const report = runVerifier(referenceContract, backend.url, args, editorCredentials);
  return report.finally(backend.close);
}

test.concurrent.for(faults)('$check finds that in $operation $name', async (fault) => {
  const report = await reportOf(fault);
  const found = report.run.failures.filter(({ check }) => check === fault.check);
  if (isShared(fault)) {
    const causes = found.map(({ exchange }) => exchange.response.headers['x-fault']);
    expect(causes).toContainEqual([fault.name]);
  } else {
    expect(found).not.toEqual([]);
    expect(failedChecks(report).length).toBeLessThan(7);
  }
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
