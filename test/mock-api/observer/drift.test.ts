import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startBackend } from '../../support/host/startBackend.ts';
import { briefsPath } from '../../support/mock/startTestMock.ts';
import { startTestObserver } from '../../support/mock/startTestObserver.ts';

const brief = { name: 'daily', fullName: 'The Daily' };

test('of 600 responses, exactly the 1 % that are invalid are reported', async () => {
  const total = 600;
  let count = 0;
  const backend = await startBackend((_req, res) => {
    count += 1;
    const isInvalid = count % 100 === 50;
    res.writeHead(200, { 'Content-Type': 'application/json' });
    res.end(JSON.stringify(isInvalid ? { ...brief, fullName: count } : brief));
  });
  const { url, journal } = await startTestObserver(backend.url);
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const bodies = await Promise.all(
    Array.from({ length: total }, () => getText(`${url}${briefsPath}/daily`, agent)),
  );
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
