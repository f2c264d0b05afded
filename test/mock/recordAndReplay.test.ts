import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { sendUntilClosed } from '../host/fixtures/rawClient.ts';
import { startRawBackend } from '../host/fixtures/startRawBackend.ts';
import {
  briefsPath,
  currentUserPath,
  getBrief,
  signIn,
  startTestMock,
  submit,
} from './fixtures/startTestMock.ts';
import { startTestObserver } from './fixtures/startTestObserver.ts';
import { temporaryFile } from './fixtures/temporaryFiles.ts';
import { waitForEntries } from './fixtures/waitForEntries.ts';

const json = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const sized = (head: string, body: string) =>
  `${head}Content-Length: ${Buffer.byteLength(body, 'latin1')}\r\n\r\n${body}`;
const template = '{"name":"{{now}}","fullName":"a"}';

/** Sends requests through an observer to a backend with these responses, and returns the recording. */
async function record(
  responses: readonly string[],
  send: (observer: { url: string; port: number }) => Promise<unknown>,
  options = { recordBodies: true },
) {
  const left = [...responses];
  const backend = await startRawBackend((socket) => {
    const response = left.shift();
    if (response === undefined) socket.resetAndDestroy();
    else socket.end(Buffer.from(response, 'latin1'));
  });
  const { url, journal } = await startTestObserver(backend.url, options);
  await send({ url, port: Number(new URL(url).port) });
  await waitForEntries(journal, { ended: true }, { count: journal.lastId() });
  return (await fetch(`${url}/mock/journal/scenarios.yaml`)).text();
}

const replay = async (yaml: string) =>
  startTestMock({ dataFile: await temporaryFile('recorded.yaml', yaml) });

test('recorded responses and faults are replayed, and what is left out or changed is listed', async () => {
  const later = 'HTTP/1.1 503 Busy\r\nContent-Type: application/problem+json\r\nRetry-After: 7\r\n';
  const cookie = 'Set-Cookie: JSESSIONID=secret\r\npassword-expired: false\r\n';
  const responses = [
    sized(`${json}X-A: {{now}}\r\nX-B: M\xfcller, \xc3\x9f\r\nSet-Cookie: a=secret\r\n`, template),
    sized('HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\n', '\xff\xd8\x00\x80'),
    sized(later, '{"title":"Later"}'),
    sized(json, '{}'),
    sized(json, '{}'),
    sized(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${cookie}`, ''),
    sized(json, template),
    sized('HTTP/1.1 401 No\r\n', ''),
    sized('HTTP/1.1 600 No\r\n', ''),
  ];
  const ids = ['daily', 'daily', 'weekly.news', 'weekly.news', 'weekly.news'];
  const yaml = await record(responses, async (observer) => {
    for (const id of ids.slice(0, 2)) await (await getBrief(observer, id)).text();
    for (const briefId of ids.slice(2)) await (await submit(observer, { briefId })).text();
    await (await signIn(observer, 'jane doe')).text();
    await (await getBrief(observer, 'daily.today')).text();
    await (await fetch(observer.url + currentUserPath)).text();
    for (let i = 0; i < 2; i += 1) await getBrief(observer, 'odd').catch(() => {});
  });
  expect(yaml).not.toContain('secret');
  expect(yaml.match(/^#.*/gm)).toEqual([
    '# Changed: request 1, without the header set-cookie, which is masked.',
    '# Left out: request 2, whose response body is no text.',
    '# Changed: request 6, with the response and the session cookie of the mock.',
    '# Left out: request 7, with an id that begins with another one and a dot.',
    '# Left out: request 8, without an id (getCurrentUser).',
    '# Left out: request 9, whose status is not from 200 to 599.',
  ]);
  const description = expect.stringMatching(/^Recorded on \d{4}-\d\d-\d\d\.$/);
  const body = { title: 'Later' };
  const headers = { 'retry-after': '7' };
  expect(parse(yaml).scenarios).toMatchObject({
    'weekly.news': {
      operation: 'submitFeedback',
      description,
      steps: [
        { status: 503, mediaType: 'application/problem+json', body, headers },
        { status: 200, body: {} },
      ],
    },
    'jane doe': { operation: 'signIn', description },
    odd: { operation: 'getBrief', fault: 'reset' },
  });

  const mock = await replay(yaml);
  const first = await getBrief(mock, 'daily.anna');
  expect([await first.text(), first.headers.get('x-a')]).toEqual([template, '{{now}}']);
  expect(first.headers.get('x-b')).toBe('M\xfcller, \xc3\x9f');
  const statuses: number[] = [];
  for (let i = 0; i < 3; i += 1) {
    statuses.push((await submit(mock, { briefId: 'weekly.news.anna' })).status);
  }
  expect(statuses).toEqual([503, 200, 200]);
  expect((await signIn(mock, 'jane doe')).headers.get('set-cookie')).toMatch(/^JSESSIONID=\w{32};/);
  await expect(getBrief(mock, 'odd')).rejects.toThrow();
});

test('without recorded bodies, the file says what is missing', async () => {
  const send = async (observer: { url: string }) => (await getBrief(observer, 'daily')).text();
  expect(await record([sized(json, '{}')], send, { recordBodies: false })).toBe(
    '# Left out: request 1, recorded without bodies (see --record-bodies).\nscenarios: {}\n',
  );
});

test('of a body that was cut, half is replayed, and the file says so', async () => {
  const request = `GET ${briefsPath}/daily HTTP/1.1\r\nHost: x\r\n\r\n`;
  const cut = `${json}Content-Length: 100\r\n\r\n{"name":"unf`;
  const yaml = await record([cut], ({ port }) => sendUntilClosed(port, request));
  expect(yaml).toContain(
    '# Changed: request 1, with half of the part of the body that was received.\n',
  );
  const mock = await replay(yaml);
  const received = await sendUntilClosed(mock.port, request);
  expect(received).toMatch(/\r\n\r\n\{"name$/);
});

test('a recorded success that violates the contract is marked, and replayed', async () => {
  const send = async (observer: { url: string }) => (await getBrief(observer, 'daily')).text();
  const yaml = await record([sized(json, '{}')], send);
  expect(parse(yaml).scenarios).toMatchObject({ daily: { body: {}, violates: true } });
  const mock = await replay(yaml);
  expect(await (await getBrief(mock, 'daily')).json()).toEqual({});
});

test.each([
  ['a number with 64 bits', '{"id":12345678901234567890}', '{"id":12345678901234567890}'],
  ['a fraction with many digits', '{"a":0.12345678901234567890}', '{"a":0.12345678901234567890}'],
  ['a repeated key', '{"a":1,"a":2}', '{"a":1,"a":2}'],
  ['half a surrogate', '{"a":"\\ud800"}', '{"a":"\\ud800"}'],
  ['a byte order mark', '\xef\xbb\xbf{"a":1}', '\ufeff{"a":1}'],
  [
    'a 64-bit number beside a secret',
    '{"id":12345678901234567890,"password":"secret"}',
    '{"id":12345678901234567890,"password":"•••"}',
  ],
  ['a repeated key beside a secret', '{"a":1,"a":2,"password":"secret"}', '•••'],
  ['a key that merges in YAML', '{"<<":false}', '{"<<":false}'],
  ['a large number that is exact', '{"a":100000000000000000000}', '{"a":100000000000000000000}'],
  ['a line of blanks', '{"a":"\\r",\n \n"a":1}', '{"a":"\\r",\n \n"a":1}'],
  ['a secret below a repeated key', '{"a":{"password":"secret"},"a":1}', '•••'],
  ['a secret with an escaped name', '{"pass\\u0077ord":"secret"}', '{"password":"•••"}'],
])('%s is replayed as it was recorded', async (_, sent, replayed) => {
  const yaml = await record([sized(json, sent)], async (observer) =>
    (await getBrief(observer, 'daily')).text(),
  );
  expect(yaml).not.toContain('secret');
  const response = await getBrief(await replay(yaml), 'daily');
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(Buffer.from(await response.arrayBuffer()).toString()).toBe(replayed);
});

test('JSON that YAML can express is recorded as YAML, and braces survive', async () => {
  const sent = '{ "a": [1.50, {"b": "{{{now}}}"}], "2": null, "1": true, "c": "\\\\{{" }';
  const send = async (observer: { url: string }) => (await getBrief(observer, 'daily')).text();
  const yaml = await record([sized(json, sent)], send);
  const body = { a: [1.5, { b: '{{{now}}}' }], 2: null, 1: true, c: '\\{{' };
  expect(parse(yaml).scenarios).toMatchObject({ daily: { body } });
  expect(await (await getBrief(await replay(yaml), 'daily')).json()).toEqual(body);
});

test.each(['  \n\n', `  ${'x'.repeat(90)} #\n`, '\r\n \n', '# {{{a}}}\n...\n---\n'])(
  'the text %j is replayed as it was recorded',
  async (text) => {
    const plain = 'HTTP/1.1 500 No\r\nContent-Type: text/plain\r\n';
    const yaml = await record([sized(plain, text)], async (observer) =>
      (await getBrief(observer, 'daily')).text(),
    );
    expect(await (await getBrief(await replay(yaml), 'daily')).text()).toBe(text);
  },
);
