import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startBackend } from '../../support/hostBackend.ts';
import { BRIEFS } from '../../support/mockServer.ts';
import { observerOf } from '../../support/observer.ts';

const BRIEF = { name: 'daily', fullName: 'The Daily' };

test('of 200 requests a second for three seconds, each drift of 1 % is found and no other', async () => {
  const rate = 200;
  const total = 3 * rate;
  let count = 0;
  const backend = await startBackend((_req, res) => {
    count += 1;
    const isDrift = count % 100 === 50;
    res.writeHead(200, { 'Content-Type': 'application/json' });
    res.end(JSON.stringify(isDrift ? { ...BRIEF, fullName: count } : BRIEF));
  });
  const { url, journal } = await observerOf(backend.url);
  const agent = new Agent({ keepAlive: true });
  const answers: Promise<string>[] = [];
  const start = performance.now();
  while (answers.length < total) {
    answers.push(getText(`${url}${BRIEFS}/daily`, agent));
    const ahead = start + (answers.length * 1000) / rate - performance.now();
    if (ahead > 1) await sleep(ahead);
  }
  const bodies = await Promise.all(answers);
  agent.destroy();
  const sent = bodies.filter((body) => typeof JSON.parse(body).fullName === 'number');
  expect(sent).toHaveLength(6);
  await expect.poll(() => journal.list({ ended: true }).length).toBe(total);
  const drifting = journal.list().filter(({ faults }) => faults.length > 0);
  expect(drifting).toHaveLength(6);
  expect(new Set(drifting.map(({ faults }) => faults[0]?.at))).toEqual(new Set(['body/fullName']));
});

function getText(address: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    request(address, { agent }, (answer) => text(answer).then(resolve, reject))
      .on('error', reject)
      .end();
  });
}
