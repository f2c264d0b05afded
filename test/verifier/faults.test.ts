import { expect, test } from 'vitest';
import { checkNames, type Report, terminalReport } from '#verifier';
import { longTestTimeoutMs } from '../timeouts.ts';
import { faults } from './fixtures/reference-backend/faults.ts';
import { lastingFaults } from './fixtures/reference-backend/lastingFaults.ts';
import type { OperationId } from './fixtures/reference-backend/operations.ts';
import { sessionFaults } from './fixtures/reference-backend/sessionFaults.ts';
import {
  failedCases,
  failureLines,
  failuresDueTo,
  printedSecrets,
  verifyChanges,
  verifyReference,
} from './fixtures/runVerifier.ts';

test('a correct backend passes every check, gets all cases, and none is skipped', {
  timeout: longTestTimeoutMs,
}, async () => {
  const report = await verifyReference();
  expect(failureLines(report)).toEqual([]);
  const { exchanges, skipped } = report.run;
  const sent = Object.fromEntries(
    report.options.contract.operations.map((operation) => [
      operation.id,
      exchanges.filter((it) => it.operation === operation).length,
    ]),
  );
  expect({ sent, skipped, untested: report.untested }).toEqual({
    // Each row of verifier/cases adds some.
    sent: { getBrief: 94, submitFeedback: 189, signIn: 93, signOut: 36, getCurrentUser: 62 },
    skipped: [],
    untested: [],
  });
  expect(report.warnings).toEqual([
    expect.stringContaining('submitFeedback: The server returned 204 for the second use of'),
    expect.stringContaining('submitFeedback: The server accepted a value twice at the same time.'),
  ]);
});

let pending: Promise<Report> | undefined;

/** The report about a backend with all faults that change few responses. */
function reportAll(): Promise<Report> {
  pending ??= verifyChanges(faults, '--enforce-single-use');
  return pending;
}

const faultsOf = ({ response }: Report['run']['exchanges'][number]) =>
  response.headers['x-fault'] ?? [];

for (const { check, name, operation = 'every operation' } of faults) {
  test(`${check} finds that ${name}: ${operation}`, { timeout: longTestTimeoutMs }, async () => {
    const report = await reportAll();
    const isChanged = report.run.exchanges.some((it) => faultsOf(it).includes(name));
    const found = isChanged ? failuresDueTo(report, name) : ['no response was changed'];
    expect(found).toContainEqual(expect.stringMatching(`^${check}: `));
  });
}

test('what is correct beside the faults is not reported', async () => {
  const { run } = await reportAll();
  const innocent = run.failures.filter(({ exchange }) => faultsOf(exchange).length === 0);
  expect(innocent.map(({ message, exchange }) => `${exchange.description}: ${message}`)).toEqual(
    [],
  );
});

test('a group of texts is reported by the one that fails', async () => {
  const cases = failedCases(await reportAll());
  expect(cases.filter((it) => /^not_a_server_error: .*text contains/.test(it))).toEqual([
    `not_a_server_error: text contains "it's"`,
    String.raw`not_a_server_error: text contains half an emoji at the end, "a\ud83d"`,
  ]);
});

test('the report about many faults has no secret', async () => {
  const report = await reportAll();
  expect(printedSecrets(report)).toEqual([]);
  expect(terminalReport(report)).toContain('"password":"•••"');
});

test('each operation with a failure has a cross', async () => {
  const marks = [...terminalReport(await reportAll()).matchAll(/^ {2}([✗✓·] \w+) /gm)];
  expect(marks.map(([, mark]) => mark)).toEqual([
    '✗ getBrief',
    '✗ submitFeedback',
    '✗ signIn',
    '✓ signOut',
    '✗ getCurrentUser',
  ]);
});

test('a fault of all responses is one failure', { timeout: longTestTimeoutMs }, async () => {
  const failures = Object.keys(lastingFaults);
  const changes = Object.entries(lastingFaults).map(([failure, create]) => {
    const [, operation] = /^(\w+) /.exec(failure) ?? [];
    return { operation: operation as OperationId | undefined, create };
  });
  const report = await verifyChanges(changes, '--only', 'getBrief,getCurrentUser');
  expect(failureLines(report).sort()).toEqual(failures.sort());
});

test.each(Object.entries(sessionFaults))('it is reported if %s', async (_, { create, finds }) => {
  const report = await verifyReference(create, '--only', 'getCurrentUser');
  expect(failureLines(report)).toEqual(finds);
});

/** The checks that fail in other test files, with backends that have one fault. */
const checksOfOthers = [
  'response_received',
  'content_encoding_conformance',
  'response_headers_conformance',
];

test('each check has a fault', () => {
  const found = [...faults.map(({ check }) => check), ...checksOfOthers];
  expect(checkNames.filter((name) => !found.includes(name))).toEqual([]);
});
