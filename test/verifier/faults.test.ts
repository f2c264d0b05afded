import { expect, test } from 'vitest';
import { checkNames, type Report, terminalReport } from '#verifier';
import { longTestTimeoutMs } from '../timeouts.ts';
import { editHeaders } from './fixtures/reference-backend/changes.ts';
import { faults } from './fixtures/reference-backend/faults.ts';
import { lastingFaults } from './fixtures/reference-backend/lastingFaults.ts';
import type { OperationId } from './fixtures/reference-backend/operations.ts';
import { sessionFaults } from './fixtures/reference-backend/sessionFaults.ts';
import {
  failedCases,
  failureLines,
  printedSecrets,
  verifyChanges,
  verifyReference,
} from './fixtures/runVerifier.ts';

test('a correct backend passes every check, and no case is skipped', {
  timeout: longTestTimeoutMs,
}, async () => {
  const report = await verifyReference();
  expect(failureLines(report)).toEqual([]);
  expect({ skipped: report.run.skipped, untested: report.untested }).toEqual({
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

for (const { check, name, operation = 'every operation' } of faults) {
  test(`${check} finds that ${name}: ${operation}`, { timeout: longTestTimeoutMs }, async () => {
    const { run } = await reportAll();
    const found = run.failures.filter((it) => it.check === check && !it.isAdvice);
    const causes = found.flatMap(({ exchange }) => exchange.response.headers['x-fault'] ?? []);
    expect(causes).toContain(name);
  });
}

test('what is correct beside the faults is not reported', async () => {
  const { run } = await reportAll();
  const innocent = run.failures.filter(({ exchange }) => !exchange.response.headers['x-fault']);
  expect(innocent.map(({ message, exchange }) => `${exchange.description}: ${message}`)).toEqual(
    [],
  );
});

test('a group of texts is reported by the one that fails', async () => {
  const cases = failedCases(await reportAll());
  expect(cases).toContain(`not_a_server_error: text contains "it's"`);
  expect(cases).not.toContainEqual(expect.stringContaining('each text contains'));
});

test('with --enforce-single-use, a value that works twice is a failure', async () => {
  expect(failureLines(await reportAll())).toContain(
    'submitFeedback single_use: The server returned 200 for the second use of a value.',
  );
});

test('the report about many faults has no secret', async () => {
  const report = await reportAll();
  expect(printedSecrets(report)).toEqual([]);
  expect(terminalReport(report)).toContain('"password":"•••"');
});

test('each operation with a failure has a cross', async () => {
  const crosses = [...terminalReport(await reportAll()).matchAll(/^ {2}✗ (\w+) /gm)];
  expect(crosses).toHaveLength(5);
});

const ofOperations = Object.entries(lastingFaults).flatMap(([operation, ofOperation]) =>
  Object.entries(ofOperation).map(([failure, create]) => {
    return { operation: operation as OperationId, failure: `${operation} ${failure}`, create };
  }),
);
const lasting = [
  {
    failure:
      'getBrief, signIn, getCurrentUser, signOut response_headers_conformance: The header "date" is not a date of HTTP.',
    create: editHeaders([200, 204, 400, 401, 404, 405, 413, 415], {
      Date: 'Fri, 27 Nov 2026 10:00:00 +0000',
    }),
  },
  ...ofOperations,
];
let pendingLasting: Promise<Report> | undefined;

async function lastingFailures(): Promise<string[]> {
  pendingLasting ??= verifyChanges(lasting, '--only', 'getBrief,getCurrentUser');
  return failureLines(await pendingLasting);
}

test.each(lasting)('one failure for all responses: $failure', async ({ failure }) => {
  const lines = await lastingFailures();
  expect(lines.filter((it) => it === failure)).toEqual([failure]);
});

test('faults of all responses cause no other failure', async () => {
  const expected = lasting.map(({ failure }) => failure);
  expect((await lastingFailures()).filter((it) => !expected.includes(it))).toEqual([]);
});

test.each(Object.entries(sessionFaults))('it is reported if %s', async (_, { create, finds }) => {
  const report = await verifyReference(create, '--only', 'getCurrentUser');
  expect(failureLines(report)).toEqual(finds);
});

/** What a backend with one fault shows better. */
const checksOfOthers = ['response_received', 'max_response_time', 'link_conformance'];

test('each check has a fault', () => {
  const found = [...faults.map(({ check }) => check), ...checksOfOthers];
  expect(checkNames.filter((name) => !found.includes(name))).toEqual([]);
});
