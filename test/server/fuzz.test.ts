import { expect, onTestFinished, test } from 'vitest';
import { fuzzRequest } from '../../scripts/bench/fuzzRequest.ts';
import { startJudgingBackend } from '../../scripts/bench/judgingBackend.ts';
import { createRandom } from '../../scripts/bench/random.ts';
import { sendBytes } from '../../scripts/bench/sendBytes.ts';
import { captureLog } from '../support/hostLog.ts';
import { startTestHost } from '../support/hostStart.ts';

test('400 requests that are more or less HTTP are answered or cut off, and none of them misleads', async () => {
  const backend = await startJudgingBackend();
  onTestFinished(backend.close);
  const { log, lines } = captureLog('warn');
  const host = await startTestHost(backend.url, {}, { log });
  const random = createRandom(1);
  const requests = Array.from({ length: 400 }, () => fuzzRequest(random));
  const statuses = new Set<number>();
  while (requests.length > 0) {
    const endings = await Promise.all(
      requests.splice(0, 40).map((bytes) => sendBytes(host.port, bytes)),
    );
    for (const ending of endings) {
      expect(ending.kind).not.toBe('hung');
      if (ending.kind === 'answered') for (const status of ending.statuses) statuses.add(status);
    }
  }
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404, 405]));
  expect(backend.offences).toEqual([]);
  expect(backend.received()).toBeGreaterThan(5);
  expect(lines()).toEqual([]);
});
