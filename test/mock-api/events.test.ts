import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Journal } from '../../mock-api/journal/journal.ts';
import { getBrief, startTestMock } from '../support/mock/startTestMock.ts';

interface ServerSentEvent {
  name: string;
  id: string;
  data: unknown;
}

/** Reads the console's events until one has the given name, and closes the connection. */
async function readEventsUntil(last: string, url: string, lastEventId?: string) {
  const response = await fetch(`${url}/mock/events`, {
    ...(lastEventId !== undefined && { headers: { 'Last-Event-ID': lastEventId } }),
  });
  const events: ServerSentEvent[] = [];
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    events.push(...blocks.flatMap(parseEvent));
    if (events.some(({ name }) => name === last)) break;
  }
  return events;
}

function parseEvent(block: string): ServerSentEvent[] {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const [name = '', ...value] = line.split(': ');
      return [name, value.join(': ')];
    }),
  );
  const name = fields.get('event');
  if (name === undefined) return [];
  return [{ name, id: fields.get('id') ?? '', data: JSON.parse(fields.get('data') ?? 'null') }];
}

test('a client that reconnects receives only the changes since its last event', async () => {
  const mock = await startTestMock({ journalLimit: 3 });
  for (const id of ['a', 'b', 'c']) await getBrief(mock, id);
  await mock.journal.wait({ key: 'c', ended: true });
  const first = await readEventsUntil('state', mock.url);
  expect(first.map(({ name }) => name)).toEqual(['all', 'state']);
  expect(first[0]?.data).toMatchObject([{ key: 'a' }, { key: 'b' }, { key: 'c' }]);

  await getBrief(mock, 'd');
  mock.journal.clear({ key: 'b' });
  const second = await readEventsUntil('state', mock.url, first.at(-1)?.id);
  expect(second.map(({ name }) => name)).toEqual(['kept', 'changes', 'state']);
  expect(second[0]?.data).toEqual([3, 4]);
  expect(second[1]?.data).toMatchObject({ entries: [{ key: 'd' }] });

  const unchanged = await readEventsUntil('state', mock.url, second.at(-1)?.id);
  expect(unchanged[1]?.data).toEqual({ entries: [], removed: [] });
});

test.each(['', 'x', '7', '00000000-0000-0000-0000-000000000000/1'])(
  'the complete journal is sent after the unknown event "%s"',
  async (lastEventId) => {
    const mock = await startTestMock();
    await getBrief(mock, 'a');
    const events = await readEventsUntil('state', mock.url, lastEventId);
    expect(events.map(({ name }) => name)).toEqual(['all', 'state']);
  },
);

/** Adds entries with a long body, without requests. */
function fill(journal: Journal, count: number) {
  for (let i = 0; i < count; i += 1) {
    const entry = journal.add({ at: new Date().toISOString(), method: 'GET', path: `/${i}` });
    entry.update({ responseBody: 'x'.repeat(16_000), durationMs: 1 });
  }
}

test('a long journal is sent in parts, and a client that reconnects continues after the last one', async () => {
  const mock = await startTestMock();
  fill(mock.journal, 120);
  const first = await readEventsUntil('all', mock.url);
  expect(first[0]?.data).toHaveLength(50);
  const second = await readEventsUntil('state', mock.url, first[0]?.id);
  expect(second.map(({ name }) => name)).toEqual(['kept', 'changes', 'state']);
  expect(second[1]?.data).toMatchObject({ entries: { length: 50 } });
  const third = await readEventsUntil('state', mock.url, second[1]?.id);
  expect(third[1]?.data).toMatchObject({
    entries: [...Array(20)].map((_, i) => ({ id: 101 + i })),
  });
});

test('a client that does not read is disconnected, and the mock lives on', async () => {
  const mock = await startTestMock();
  fill(mock.journal, 1000);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const socket = connect(mock.port, '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.write('GET /mock/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await once(socket, 'readable');
  vi.advanceTimersByTime(15_000);
  fill(mock.journal, 1);
  vi.advanceTimersByTime(15_000);
  const closed = once(socket, 'close');
  socket.resume();
  await closed;
  expect((await fetch(`${mock.url}/mock/journal/count`)).status).toBe(200);
});

test('events are sent to at most 100 clients', async () => {
  const mock = await startTestMock();
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const events = () => fetch(`${mock.url}/mock/events`, { signal: abort.signal });
  const streams = await Promise.all(Array.from({ length: 100 }, events));
  expect((await events()).status).toBe(503);
  await streams[0]?.body?.cancel();
  await expect.poll(async () => (await events()).status).toBe(200);
});
