import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../../../mock-api/contract/load/loadContract.ts';
import type { Fault } from '../../../scripts/faulty-backend/startBackend.ts';
import { junitReport } from '../../../scripts/verify/report/junitReport.ts';
import { terminalReport } from '../../../scripts/verify/report/terminalReport.ts';
import {
  allWritesArguments,
  backendUrl,
  editorCredentials,
  failedChecks,
  runVerifier,
} from '../../support/verify/runVerifier.ts';

const contract = await loadContract('openapi.yaml');

describe('a failure is reported', () => {
  const fault: Fault = {
    respond: (response, { path }) =>
      path.endsWith('currentUser') && response.status === 200
        ? { ...response, body: '{"userId":"editor"}' }
        : response,
  };

  test('with operation, check, line, case, expected, received, curl command and hint', async () => {
    const rules = { isText: (value: unknown) => typeof value === 'string' && value.length > 0 };
    const url = await backendUrl({ rules });
    const text = terminalReport(await runVerifier(contract, url, allWritesArguments));
    const line = (await readFile('openapi.yaml', 'utf8'))
      .split('\n')
      .indexOf('          maxLength: 500');
    expect(text).toContain(`1. submitFeedback: negative_data_rejection   openapi.yaml:${line + 1}`);
    expect(text).toContain('The server returned 200 for invalid data.');
    expect(text).toContain(`case      The body's "text" has 501 characters.`);
    expect(text).toContain(
      'expected  a 4xx status (400, 401, 404, 413, 415) because of "maxLength: 500"',
    );
    expect(text).toContain('received  200 application/json {"accepted":true}');
    expect(text).toMatch(
      /repeat {4}curl -i -X POST .*--data-binary '\{.*\}' 'http:\/\/127.*form-submit'/,
    );
    expect(text).toMatch(/hint {6}The server is more lenient than the contract/);
  });

  test('once, with the other cases that have it', async () => {
    const url = await backendUrl({
      respond: (response) => (response.status === 404 ? { ...response, body: '{}' } : response),
    });
    const text = terminalReport(await runVerifier(contract, url, ['--only', 'getBrief']));
    expect(text).toMatch(/^1 violation of the contract: /m);
    expect(text).toMatch(/also in {3}\d+ other cases: The path parameter "briefId" has/);
  });

  test('without secrets', async () => {
    const report = await runVerifier(
      contract,
      await backendUrl(fault),
      allWritesArguments,
      editorCredentials,
    );
    expect(failedChecks(report)).toEqual(['getCurrentUser response_schema_conformance']);
    const curls = report.results.map(({ curl }) => curl).join('\n');
    expect(curls).not.toMatch(/correct[+ ]horse(?!')/);
    expect(curls).toContain('password=•••');
  });

  test('in JUnit XML, which counts skipped cases', async () => {
    const report = await runVerifier(contract, await backendUrl(fault), [
      '--brief',
      'daily-harvest',
    ]);
    const xml = junitReport(report);
    const [, tests, failures, skipped] =
      /<testsuites [^>]*tests="(\d+)" failures="(\d+)" skipped="(\d+)"/.exec(xml) ?? [];
    expect(Number(tests)).toBe(report.results.length + report.skipped.length);
    expect(Number(failures)).toBe(0);
    expect(xml.split('<skipped ').length - 1).toBe(Number(skipped));
  });
});
