import { once } from 'node:events';
import { Agent, get, request } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startBackend } from '../../support/host/startBackend.ts';
import { brief, startRawBackend } from '../../support/host/startRawBackend.ts';
import { briefsPath, getBrief, submitPath } from '../../support/mock/startTestMock.ts';
import { startTestObserver } from '../../support/mock/startTestObserver.ts';

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const messagesOf = ({ violations }: { violations: { message: string }[] }) =>
  violations.map(({ message }) => message);

test.each([
  ['', 'reset', 'missing: the backend closed the connection'],
  [
    `${head}Content-Length: 99\r\n\r\n{"na`,
    'reset mid-body',
    'incomplete: the backend closed the connection',
  ],
  [
    `${head}Transfer-Encoding: chunked\r\n\r\n4\r\n{"na\r\n`,
    'reset mid-body',
    'incomplete: the backend closed the connection',
  ],
  [
    `${head}X-Odd : 1\r\nContent-Length: 2\r\n\r\n{}`,
    'malformed',
    'not valid HTTP: Invalid header token',
  ],
  [
    'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n',
    'malformed',
    'not valid HTTP: Invalid status code: 99',
  ],
  [
    `${head}Content-Length: 3\r\n\r\n${brief}`,
    'malformed',
    'not valid HTTP: Expected HTTP/, RTSP/ or ICE/',
  ],
])('%j is recorded as %s', async (bytes, outcome, reason) => {
  const backend = await startRawBackend((socket) => socket.end(bytes));
  const { url, journal } = await startTestObserver(backend.url);
  await getBrief({ url }, 'daily')
    .then((response) => response.text())
    .catch(() => {});
  const entry = await journal.wait({ ended: true });
  expect(entry).toMatchObject({ operation: 'getBrief', outcome });
  expect(messagesOf(entry)).toContain(`The response is ${reason}.`);
});

test('a body after a 204 does not close the client’s connection', async () => {
  const backend = await startRawBackend((socket) =>
    socket.write('HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n{}'),
  );
  const { url, journal } = await startTestObserver(backend.url);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (const id of ['first', 'second']) {
    const [response] = await once(get(`${url}${briefsPath}/${id}`, { agent }), 'response');
    expect(response.statusCode).toBe(204);
    response.resume();
    await once(response, 'close');
  }
  agent.destroy();
  await journal.waitForEntries({ ended: true, outcome: 'malformed' }, { count: 2 });
});

test('a backend that is not running is no violation, but the reason is recorded', async () => {
  const backend = await startRawBackend();
  backend.stop();
  const { url, journal } = await startTestObserver(backend.url);
  await expect(getBrief({ url }, 'daily')).rejects.toThrow();
  expect(await journal.wait({ ended: true })).toMatchObject({
    outcome: 'reset',
    reason: expect.stringMatching(/^No connection to the backend: connect ECONNREFUSED 127/),
    violations: [],
  });
});

test('a backend without HTTPS is named as the reason', async () => {
  const backend = await startBackend();
  const { url, journal } = await startTestObserver(backend.url.replace('http:', 'https:'));
  await getBrief({ url }, 'daily').catch(() => {});
  const { reason } = await journal.wait({ ended: true });
  expect(reason).toBe('No connection to the backend: its port does not support HTTPS.');
});

/** Only `vi.advanceTimersByTime()` then advances the clock that the observer measures with. */
function useFakeClock() {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('a request that the client does not complete is no violation, however long it takes', async () => {
  useFakeClock();
  const backend = await startRawBackend();
  const { url, journal } = await startTestObserver(backend.url, { responseTimeoutMs: 20 });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': 99 };
  const client = request(url + submitPath, { method: 'POST', headers }).on('error', () => {});
  client.write('{"text":');
  await expect.poll(() => journal.list().length).toBe(1);
  vi.advanceTimersByTime(25);
  client.destroy();
  const entry = await journal.wait({ ended: true });
  expect(entry).toMatchObject({ outcome: 'client aborted', violations: [] });
});

test('a response that begins too late is a violation, even if the client no longer waits', async () => {
  useFakeClock();
  const received: (() => void)[] = [];
  const backend = await startBackend((_req, res) => {
    received.push(() => res.setHeader('Content-Type', 'application/json').end(brief));
  });
  const { url, journal } = await startTestObserver(backend.url, { responseTimeoutMs: 20 });
  const late = 'The response did not begin within 0.02 s.';

  const response = getBrief({ url }, 'daily');
  await expect.poll(() => received.length).toBe(1);
  vi.advanceTimersByTime(25);
  received[0]?.();
  await (await response).text();
  expect(messagesOf(await journal.wait({ ended: true }))).toEqual([late]);

  const aborting = get(`${url}${briefsPath}/daily`).on('error', () => {});
  await expect.poll(() => received.length).toBe(2);
  vi.advanceTimersByTime(25);
  aborting.destroy();
  const aborted = await journal.wait({ ended: true, outcome: 'client aborted' });
  expect(messagesOf(aborted)).toEqual([late]);
});
