import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../../mock-api/contract/loadContract.ts';
import type { Flaw } from '../../scripts/bench/seeded/rightBackend.ts';
import { junitReport } from '../../scripts/verify/junitReport.ts';
import { terminalReport } from '../../scripts/verify/terminalReport.ts';
import { backend, EDITOR, EVERYTHING, found, verifyAt } from '../support/verifyRun.ts';

const contract = await loadContract('openapi.yaml');

describe('a fault is told with', () => {
  const flaw: Flaw = {
    after: (answered, { path }) =>
      path.endsWith('currentUser') && answered.status === 200
        ? { ...answered, body: '{"userId":"editor"}' }
        : answered,
  };

  test('operation, rule, line, what was varied, expected, received, a curl and a hint', async () => {
    const rules = { isText: (value: unknown) => typeof value === 'string' && value.length > 0 };
    const url = await backend({ rules });
    const text = terminalReport(await verifyAt(contract, url, EVERYTHING));
    const line = (await readFile('openapi.yaml', 'utf8'))
      .split('\n')
      .indexOf('          maxLength: 500');
    expect(text).toContain(`1. submitFeedback: bad-data   openapi.yaml:${line + 1}`);
    expect(text).toContain('Bad data was answered with 200.');
    expect(text).toContain(`varied    The body's "text" has 501 characters.`);
    expect(text).toContain('expected  a refusal (400, 401, 404, 413, 415), for maxLength: 500');
    expect(text).toContain('received  200 application/json {"accepted":true}');
    expect(text).toMatch(
      /try {7}curl -i -X POST .*--data-binary '\{.*\}' 'http:\/\/127.*form-submit'/,
    );
    expect(text).toMatch(/hint {6}The server is laxer than the contract/);
  });

  test('no secret in it', async () => {
    const report = await verifyAt(contract, await backend(flaw), EVERYTHING, EDITOR);
    expect(found(report)).toEqual(['getCurrentUser body']);
    const curls = report.results.map(({ curl }) => curl).join('\n');
    expect(curls).not.toMatch(/correct[+ ]horse(?!')/);
    expect(curls).toContain('password=•••');
  });

  test('a place in JUnit, where left out cases are skipped ones', async () => {
    const report = await verifyAt(contract, await backend(flaw), ['--brief', 'daily-harvest']);
    const xml = junitReport(report);
    const [, tests, failures, skipped] =
      /<testsuites [^>]*tests="(\d+)" failures="(\d+)" skipped="(\d+)"/.exec(xml) ?? [];
    expect(Number(tests)).toBe(report.results.length + report.leftOut.length);
    expect(Number(failures)).toBe(0);
    expect(xml.split('<skipped ').length - 1).toBe(Number(skipped));
  });
});
