import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkNames } from '../../../verifier/checks/checks.ts';
import { uniqueFailures } from '../../../verifier/report/report.ts';
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

const staffOperations = ['signIn', 'signOut', 'getCurrentUser'];

/** What a run needs besides `--allow-writes`, so that a check can fail or does so soon. */
const argumentsOfCheck: Readonly<Record<string, string[]>> = {
  response_received: ['--timeout', '0.2'],
  max_response_time: ['--max-response-time', '0.3', '--phases', 'examples'],
  single_use: ['--enforce-single-use', '--phases', 'repetition'],
  session_cookie_conformance: ['--phases', 'stateful'],
  link_conformance: ['--phases', 'stateful'],
  unknown_resource_rejection: ['--phases', 'values'],
  internal_details_disclosure: ['--phases', 'values'],
  unsupported_method: ['--phases', 'protocol,stateful'],
  unsupported_media_type: ['--phases', 'protocol'],
  response_consistency: ['--phases', 'repetition,stateful'],
  response_safety: ['--phases', 'examples,coverage,values,protocol,stateful'],
};

test('the reference backend passes every check without skipped cases', async () => {
  const report = await verifyReference();
  expect(failedChecks(report)).toEqual([]);
  expect(report.warnings).toEqual([
    expect.stringContaining('submitFeedback: The server returned 204 for the second use.'),
    expect.stringContaining('is used twice at the same time, number '),
  ]);
  expect(report.skipped).toEqual([]);
});

test('each check has a name of its own, a fault and a row in the documentation', () => {
  expect([...new Set(checkNames)]).toEqual(checkNames);
  const documentation = readFileSync('docs/contract.md', 'utf8');
  const hasRow = (name: string) => new RegExp(`^\\|.*\`${name}\``, 'm').test(documentation);
  const hasFault = (name: string) => faults.some(({ check }) => check === name);
  const withoutFault = checkNames.filter((name) => !hasFault(name));
  const withoutRow = checkNames.filter((name) => !hasRow(name));
  expect({ withoutFault, withoutRow }).toEqual({ withoutFault: [], withoutRow: [] });
});

test.concurrent.for(faults)('$check finds that in $operation $name', async (fault, context) => {
  const { operation, check } = fault;
  // A wrong session may be seen in any operation that uses it.
  const usesSession = check === 'response_safety' || staffOperations.includes(operation);
  const only = usesSession ? [...new Set([operation, ...staffOperations])] : [operation];
  const backend = await startReferenceBackend({ change: fault });
  context.onTestFinished(backend.close);
  const args = [...allWritesArguments, '--only', only.join(), ...(argumentsOfCheck[check] ?? [])];
  const report = await runVerifier(referenceContract, backend.url, args, editorCredentials);
  expect(uniqueFailures(report).map((failure) => failure.check)).toContain(check);
});
