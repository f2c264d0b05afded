import { expect, test } from 'vitest';
import { briefsPath, startTestMock } from '../support/mock/startTestMock.ts';

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
  for (const id of ['a', 'b', 'c']) await fetch(`${mock.url}${briefsPath}/${id}`);
  await mock.journal.wait({ key: 'c', ended: true });
  const first = await readEventsUntil('state', mock.url);
  expect(first.map(({ name }) => name)).toEqual(['all', 'state']);
  expect(first[0]?.data).toMatchObject([{ key: 'a' }, { key: 'b' }, { key: 'c' }]);

  await fetch(`${mock.url}${briefsPath}/d`);
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
    await fetch(`${mock.url}${briefsPath}/a`);
    const events = await readEventsUntil('state', mock.url, lastEventId);
    expect(events.map(({ name }) => name)).toEqual(['all', 'state']);
  },
);
