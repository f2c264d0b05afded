import { EventEmitter } from 'node:events';
import express from 'express';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadContractContext } from '#contract';
import { createErrorHandler } from '../../mock-api/respond/errorHandler.ts';
import { forTester } from '../../mock-api/testing/forTester.ts';
import { startHttpServer } from '../startHttpServer.ts';
import { getBrief, shareTestMock, signIn, signInPath, submit } from './fixtures/startTestMock.ts';

const mock = shareTestMock();

test('a page of a scenario is sandboxed, so that it cannot read the journal', async () => {
  const { headers } = await getBrief(mock(), 'login-page-brief');
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('content-security-policy')).toBe('sandbox');
});

test('a scenario does not play for a request that violates the contract, nor counts it', async () => {
  const statuses: number[] = [];
  for (const text of ['', 'Hello', 'Hello', '', 'Hello']) {
    statuses.push((await submit(mock(), { briefId: 'flaky-submission.anna', text })).status);
  }
  expect(statuses).toEqual([400, 500, 500, 400, 200]);
});

test.each([
  ['*/*', 'application/problem+json'],
  ['text/html', 'text/html; charset=utf-8'],
  ['text/html;q=0, */*', 'application/problem+json'],
  ['image/png', 'application/problem+json'],
])('Accept: %s selects the media type %s', async (accept, expected) => {
  const method = 'POST';
  const body = new URLSearchParams({ username: 'nobody', password: 'x' });
  const url = mock().url + signInPath;
  const { status, headers } = await fetch(url, { method, body, headers: { accept } });
  expect([status, headers.get('content-type')]).toEqual([401, expected]);
});

test('each sign-in sets the cookie of a session of its own', async () => {
  const { headers } = await signIn(mock(), 'editor', 'correct horse');
  expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^JSESSIONID=/)]);
  const { headers: others } = await signIn(mock(), 'editor', 'correct horse');
  expect(others.getSetCookie()).not.toEqual(headers.getSetCookie());
});

test('a step has its own status where the contract declares a range', async () => {
  const tester = await forTester('ranges', { url: mock().url, settleMs: 0 });
  await tester.addScenarios({ accepted: { operation: 'signIn', status: 202 } });
  expect((await signIn(mock(), tester.id('accepted'))).status).toBe(202);
});

test('the message of an unexpected error is logged, and is not in the response', async () => {
  const error = new Error("ENOENT: no such file or directory, open '/home/anna/data.yaml'");
  const context = await loadContractContext('openapi.yaml');
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => logged.mockRestore());
  const app = express()
    .use(() => Promise.reject(error))
    .use(createErrorHandler({ current: () => ({ context }) }, new EventEmitter()));
  const response = await getBrief(await startHttpServer(app), 'daily-harvest');
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({
    detail: 'The mock failed. Its output has the reason.',
  });
  expect(logged).toHaveBeenCalledExactlyOnceWith(error);
});
