import { expect, onTestFinished, test } from 'vitest';
import { createFuzzedRequest } from '../../scripts/fuzz/createFuzzedRequest.ts';
import { fuzzConnections } from '../../scripts/fuzz/fuzzConnections.ts';
import { fuzzResponses, startFuzzedBackend } from '../../scripts/fuzz/fuzzResponses.ts';
import { type Outcome, sendMany } from '../../scripts/fuzz/sendBytes.ts';
import { startValidatingBackend } from '../../scripts/fuzz/startValidatingBackend.ts';
import { createRandom } from '../../scripts/verify/phases/fuzzing/random.ts';
import { captureLog } from '../support/host/captureLog.ts';
import { startTestHost } from '../support/host/startTestHost.ts';

test('400 malformed requests get a response or a closed connection, and no body reaches the backend as a request', async () => {
  const backend = await startValidatingBackend();
  onTestFinished(backend.close);
  const { log, lines } = captureLog('warn');
  const host = await startTestHost(backend.url, {}, { log });
  const random = createRandom(1);
  const outcomes = await sendMany(host.port, 400, () => createFuzzedRequest(random));
  expect(outcomes.filter(({ kind }) => kind === 'timed out')).toEqual([]);
  const statuses = statusesOf(outcomes);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(statuses).toEqual(expect.arrayContaining([200, 400, 404, 405]));
  expect(backend.violations).toEqual([]);
  expect(backend.received()).toBeGreaterThan(5);
  expect(lines()).toEqual([]);
});

test('400 malformed responses of a backend end in a response or a closed connection', async () => {
  const { log, lines } = captureLog('warn');
  const random = createRandom(1);
  const backend = await startFuzzedBackend(random);
  onTestFinished(backend.close);
  const host = await startTestHost(backend.url, { PROXY_TIMEOUT_MS: '200' }, { log });
  const outcomes = await fuzzResponses(host.port, 400, random);
  expect(outcomes.filter(({ kind }) => kind === 'timed out')).toEqual([]);
  const statuses = statusesOf(outcomes);
  expect(statuses).toEqual(expect.arrayContaining([200, 302, 502, 504]));
  expect(statuses.filter((status) => status < 200 || status > 599)).toEqual([]);
  expect(lines().filter(({ level }) => level !== 'warn')).toEqual([]);
  expect(lines().length).toBeGreaterThan(50);
});

test('500 connections with random requests, to a backend with random responses, leave the host running', async () => {
  const backend = await startFuzzedBackend(createRandom(1));
  onTestFinished(backend.close);
  const { log, lines } = captureLog('warn');
  const host = await startTestHost(backend.url, { PROXY_TIMEOUT_MS: '200' }, { log });
  expect(await fuzzConnections(host.port, { count: 500, seed: 1 })).toBe(500);
  await host.close();
  expect(lines().filter(({ level }) => level !== 'warn')).toEqual([]);
});

const statusesOf = (outcomes: readonly Outcome[]) =>
  outcomes.flatMap((outcome) => (outcome.kind === 'responded' ? outcome.statuses : []));
