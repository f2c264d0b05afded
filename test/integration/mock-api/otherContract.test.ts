import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadContract } from '../../../mock-api/contract/index.ts';
import { type RunningMock, startMock } from '../../../mock-api/startMock.ts';
import { postJson, startTestMock } from '../../support/mock/startTestMock.ts';
import { copyWithChange } from '../../support/mock/temporaryFiles.ts';
import { failedChecks, runVerifier } from '../../support/verify/runVerifier.ts';

const contractFile = fileURLToPath(new URL('../../support/mock/garden.yaml', import.meta.url));
const garden = await loadContract(contractFile);

let mock: RunningMock;
beforeAll(async () => {
  // The warnings have a test of their own.
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  mock = await startMock({ port: 0, contractFile });
  warn.mockRestore();
});
afterAll(() => mock.close());

test('schemas of OpenAPI 3.0 mean what they mean in 3.0', () => {
  const bed = garden.operations[0]?.requestBody?.content[0];
  const reasons = (change: object) =>
    bed?.validate({ name: 'A', size: 1, ...change }).map(({ reason }) => reason);
  expect(reasons({ neighbour: null })).toEqual([]);
  expect(reasons({ size: 10 })).toEqual(['must be < 10']);
  expect(reasons({ soil: 'clay' })).toEqual([]);
  expect(reasons({ colour: 'red' })).toEqual([]);
  expect(reasons({ name: null })).toEqual(['must be of type string']);
});

test('the mock serves a contract without data, and sends errors in the declared media type', async () => {
  const bed = await fetch(`${mock.url}${mock.basePath}/beds/1`);
  expect(await bed.json()).toEqual({ name: 'Herbs', size: 2.5, neighbour: null });

  const invalid = await postJson(`${mock.url}/v1/beds`, { size: 10 });
  expect(invalid.status).toBe(422);
  expect(invalid.headers.get('content-type')).toBe('application/problem+json');
  expect(await invalid.json()).toMatchObject({
    status: 422,
    detail: expect.stringMatching(/"name"/),
  });

  const page = await fetch(`${mock.url}/v1/beds/none`);
  expect(page.status).toBe(400);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await page.text()).toMatch(/^<!doctype html>.*"id"/);
});

test('the console lists only scenarios of the contract, and a number selects one', async () => {
  const dataFile = await copyWithChange(
    'mock-api/data.yaml',
    () => 'scenarios: { "7": { operation: readBed, status: 410 } }\n',
  );
  const { url } = await startTestMock({ contractFile, dataFile });
  expect((await fetch(`${url}/v1/beds/7`)).status).toBe(410);
  const { groups } = await (await fetch(`${url}/mock/console.json`)).json();
  expect(groups).toMatchObject([{ title: 'readBed', scenarios: [{ name: '7' }] }]);
  const file = await (await fetch(`${url}/mock/scenarios.yaml`)).text();
  expect(file.match(/operation: .*/g)).toEqual(['operation: readBed']);
  expect(file).toContain('"7":');
  // In this contract, the user name is a field like any other.
  expect((await fetch(`${url}/mock/journal?body.username=any`)).status).toBe(200);
});

test('credentials that are empty or contain "invalid" are rejected, any others accepted', async () => {
  const visit = (key: string) => fetch(`${mock.url}/v1/visits`, { headers: { 'X-Key': key } });
  expect((await visit('an-invalid-key')).status).toBe(401);
  expect((await visit('')).status).toBe(401);
  const gate = (Authorization: string) =>
    fetch(`${mock.url}/v1/gate`, { headers: { Authorization } });
  expect((await gate('Bearer')).status).toBe(401);
  expect((await gate('Bearer a-token')).status).toBe(200);
  expect(await (await visit('a-key')).json()).toEqual({});
  expect(JSON.stringify(mock.journal.list())).not.toMatch(/a-key|a-token/);
});

test('the verifier reports nothing about the mock of a contract', async () => {
  const args = ['--allow-writes', '--header', 'X-Key: a-key'];
  args.push('--header', 'Authorization: Bearer a-token');
  const report = await runVerifier(garden, mock.url, args);
  expect(failedChecks(report)).toEqual([]);
  expect(report.results.length).toBeGreaterThan(40);
});
