import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startBackend } from '../../support/host/startBackend.ts';
import { briefsPath } from '../../support/mock/startTestMock.ts';
import { startTestObserver } from '../../support/mock/startTestObserver.ts';

const brief = { name: 'daily', fullName: 'The Daily' };

test('at 200 requests per second, exactly the 1 % of invalid responses is reported', async () => {
  const rate = 200;
  const total = 3 * rate;
  let count = 0;
  const backend = await startBackend((_req, res) => {
    count += 1;
    const isInvalid = count % 100 === 50;
    res.writeHead(200, { 'Content-Type': 'application/json' });
    res.end(JSON.stringify(isInvalid ? { ...brief, fullName: count } : brief));
  });
  const { url, journal } = await startTestObserver(backend.url);
  const agent = new Agent({ keepAlive: true });
  const responses: Promise<string>[] = [];
  const start = performance.now();
  while (responses.length < total) {
    responses.push(getText(`${url}${briefsPath}/daily`, agent));
    const aheadMs = start + (responses.length * 1000) / rate - performance.now();
    if (aheadMs > 1) await sleep(aheadMs);
  }
  const bodies = await Promise.all(responses);
  agent.destroy();
  const sent = bodies.filter((body) => typeof JSON.parse(body).fullName === 'number');
  expect(sent).toHaveLength(6);
  await expect.poll(() => journal.list({ ended: true }).length).toBe(total);
  const violating = journal.list().filter(({ violations }) => violations.length > 0);
  expect(violating).toHaveLength(6);
  expect(new Set(violating.map(({ violations }) => violations[0]?.location))).toEqual(
    new Set(['body/fullName']),
  );
});

function getText(address: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    request(address, { agent }, (response) => text(response).then(resolve, reject))
      .on('error', reject)
      .end();
  });
}
