import { expect, test } from 'vitest';
import { sendRaw } from '../support/host/rawClient.ts';
import { getBrief, signInPath, startTestMock, submitPath } from '../support/mock/startTestMock.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

const bodies: [path: string, type: string, text: string][] = [
  [submitPath, json, '{"__proto__":{"text":1},"briefId":{"toString":1}}'],
  [submitPath, json, '{"briefId":["daily-harvest"],"subscriberId":1e999,"text":"\\ud800"}'],
  [submitPath, json, '['.repeat(20_000)],
  [submitPath, json, `{"text":"${'x'.repeat(70_000)}"}`],
  [submitPath, `${json}; charset=utf-16`, 'null'],
  [submitPath, `${json}, text/html`, 'null'],
  [submitPath, `${json}\r\nContent-Encoding: gzip`, 'not compressed'],
  [submitPath, 'x'.repeat(5_000), ''],
  [signInPath, `${form}; a="`, '%=%&&=&a=%ff&username=&username=&__proto__=1'],
];

const headers = [
  'Prefer: code=999',
  'Prefer: example="',
  'Prefer: ====,;;',
  'Cookie: ;;=;',
  'Cookie: JSESSIONID=x; JSESSIONID=y',
  'Access-Control-Max-Age: never',
  'Range: bytes=0-1',
  'If-None-Match: *',
];

test('the mock rejects malformed requests without an error of its own, and records each', async () => {
  const mock = await startTestMock();
  const posts = bodies.map(
    ([path, type, text]) =>
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
  );
  const target = '/rest/subscriber-feedback/briefs/daily-harvest';
  const gets = headers.map((line) => `GET ${target} HTTP/1.1\r\nHost: a\r\n${line}\r\n\r\n`);
  const statuses: number[] = [];
  for (const bytes of [...posts, ...gets]) statuses.push((await sendRaw(mock.port, bytes)).status);
  for (const status of statuses) expect([200, 304, 400, 413, 415]).toContain(status);
  const { length: count } = statuses;
  const entries = await mock.journal.waitForEntries({ ended: true }, { count });
  expect(entries.map(({ status }) => status)).toEqual(statuses);
  expect((await getBrief(mock, 'daily-harvest')).status).toBe(200);
});
