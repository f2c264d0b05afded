import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { startBackend } from '../support/host/startBackend.ts';
import { startRawBackend } from '../support/host/startRawBackend.ts';
import {
  briefsPath,
  getBrief,
  postJson,
  sendRaw,
  signIn,
  signInForCookie,
  startTestMock,
  submission,
  submit,
  submitPath,
} from '../support/mock/startTestMock.ts';
import { startTestObserver } from '../support/mock/startTestObserver.ts';
import { temporaryFile } from '../support/mock/temporaryFiles.ts';

const problemType = 'application/problem+json; charset=utf-8';

/** Fails the first submission, and signs everybody in. */
function startUnreliableBackend() {
  let submissions = 0;
  return startBackend((req, res) => {
    const json = { 'Content-Type': 'application/json;charset=UTF-8', Server: 'Tomcat' };
    if (req.url === submitPath) {
      submissions += 1;
      const status = submissions === 1 ? 503 : 200;
      const type = status === 503 ? { 'Content-Type': problemType } : {};
      res.writeHead(status, { ...json, ...type, 'Retry-After': '7' }).end('{"title":"Later"}');
    } else if (req.method === 'POST') {
      res.writeHead(200, { 'Set-Cookie': 'JSESSIONID=secret', 'password-expired': 'false' }).end();
    } else {
      res.writeHead(200, json).end('{"name":"daily","fullName":"The Daily"}');
    }
  });
}

async function record(url: string) {
  await (await getBrief({ url }, 'weekly.news')).text();
  for (let i = 0; i < 3; i += 1) {
    const response = await submit({ url }, { briefId: 'weekly.news' });
    await response.text();
  }
  const body = new URLSearchParams({ username: 'jane doe', password: 'secret' });
  await (await fetch(`${url}/jsp/utilities/tools.jsp`, { method: 'POST', body })).text();
  for (const id of ['slow-brief', 'weekly.news.today']) await (await getBrief({ url }, id)).text();
  await (await fetch(`${url}/rest/alchemyuser/currentUser`)).text();
}

test('what the observer records can be replayed by the mock', async () => {
  const backend = await startUnreliableBackend();
  const observer = await startTestObserver(backend.url, { recordBodies: true });
  await record(observer.url);
  await expect.poll(() => observer.journal.list({ ended: true }).length).toBe(8);
  const response = await fetch(`${observer.url}/mock/journal/scenarios.yaml`);
  const yaml = await response.text();
  expect(yaml).not.toContain('secret');
  expect(yaml).toContain(
    '# Left out: request 7, with an id that begins with another one and a dot.\n',
  );
  expect(yaml).toContain('# Left out: request 8, without an id (getCurrentUser).\n');
  expect(yaml).toContain(
    '# Changed: request 5, with the response and the session cookie of the mock.\n',
  );
  const description = expect.stringMatching(/^Recorded on \d{4}-\d\d-\d\d\.$/);
  const headers = { 'retry-after': '7' };
  const body = { title: 'Later' };
  expect(parse(yaml)).toEqual({
    scenarios: {
      'weekly.news': [
        {
          operation: 'getBrief',
          description,
          status: 200,
          body: { name: 'daily', fullName: 'The Daily' },
        },
        {
          operation: 'submitFeedback',
          description,
          steps: [
            { status: 503, mediaType: problemType, body, headers },
            { status: 200, body, headers },
          ],
        },
      ],
      'jane doe': { operation: 'signIn', description },
      'slow-brief': {
        operation: 'getBrief',
        description,
        status: 200,
        body: { name: 'daily', fullName: 'The Daily' },
      },
    },
  });

  const mock = await startTestMock({ dataFile: await temporaryFile('recorded.yaml', yaml) });
  const brief = await getBrief(mock, 'weekly.news.anna');
  expect(await brief.json()).toEqual({ name: 'daily', fullName: 'The Daily' });
  const statuses = [];
  for (let i = 0; i < 3; i += 1) {
    const request = submission({ briefId: 'weekly.news.anna' });
    statuses.push((await postJson(mock.url + submitPath, request)).status);
  }
  expect(statuses).toEqual([503, 200, 200]);
  expect(mock.journal.list().map(({ name }) => name)).toEqual(Array(4).fill('anna'));
  expect((await signIn(mock, 'jane doe')).status).toBe(200);
  expect(await signInForCookie(mock, 'jane doe')).toMatch(/^JSESSIONID=\w{32}$/);
});

test('without recorded bodies, the file says what is missing', async () => {
  const backend = await startBackend();
  const { url, journal } = await startTestObserver(backend.url);
  await (await getBrief({ url }, 'daily')).text();
  await journal.wait({ ended: true });
  const yaml = await (await fetch(`${url}/mock/journal/scenarios.yaml`)).text();
  expect(yaml).toBe(
    '# Left out: request 1, recorded without bodies (see --record-bodies).\nscenarios: {}\n',
  );
});

test('bodies, also binary ones and templates, and faults are replayed; what is lost is listed', async () => {
  const bodies = [Buffer.from([0xff, 0xd8, 0, 0x80]), Buffer.from('{"name":"{{now}}"}')];
  const backend = await startRawBackend((socket, count) => {
    if (count === 4) return void socket.resetAndDestroy();
    const body = bodies[count - 1] ?? Buffer.alloc(0);
    const headers = [
      `Content-Type: ${count === 1 ? 'image/jpeg' : 'application/json'}`,
      'Set-Cookie: a=secret',
      'X-A: {{now}}',
      `Content-Length: ${body.length}`,
    ].join('\r\n');
    const head = `HTTP/1.1 ${count === 3 ? 600 : 200} A\r\n${headers}\r\n\r\n`;
    socket.write(Buffer.concat([Buffer.from(head), body]));
  });
  const { url, journal } = await startTestObserver(backend.url, { recordBodies: true });
  for (let i = 0; i < 4; i += 1) await getBrief({ url }, 'daily').catch(() => {});
  await journal.wait({ after: 3, ended: true });
  const yaml = await (await fetch(`${url}/mock/journal/scenarios.yaml`)).text();
  expect(yaml.match(/^#.*/gm)).toEqual([
    '# Changed: requests 1, 2, without the header set-cookie, which is masked.',
    '# Left out: request 3, whose status is not from 200 to 599.',
  ]);
  const mock = await startTestMock({ dataFile: await temporaryFile('recorded.yaml', yaml) });
  for (const body of bodies) {
    const response = await getBrief(mock, 'daily');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(body);
    expect(response.headers.get('x-a')).toBe('{{now}}');
  }
  await expect(getBrief(mock, 'daily')).rejects.toThrow();
  expect(await mock.journal.wait({ after: 2, ended: true })).toMatchObject({ outcome: 'reset' });
  const copy = await fetch(`${url}/mock/journal/2/scenario.yaml`);
  expect(await copy.text()).toMatch(
    /^# Changed: without the header set-cookie, which is masked\.\n/,
  );
});

test.each([
  ['with a length', 'Content-Length: 100\r\n\r\n{"name":"unf'],
  ['in chunks', 'Transfer-Encoding: chunked\r\n\r\nc\r\n{"name":"unf\r\n'],
])('a body that was cut, %s, is replayed as it was', async (_, end) => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
  const backend = await startRawBackend((socket) => void socket.end(head + end));
  const observer = await startTestObserver(backend.url, { recordBodies: true });
  await (await getBrief(observer, 'daily')).text().catch(() => {});
  await observer.journal.wait({ ended: true });
  const yaml = await (await fetch(`${observer.url}/mock/journal/scenarios.yaml`)).text();
  const mock = await startTestMock({ dataFile: await temporaryFile('recorded.yaml', yaml) });
  const request = `GET ${briefsPath}/daily HTTP/1.1\r\nHost: x\r\n\r\n`;
  const received = await sendRaw(mock.port, request);
  expect(received).toMatch(/\r\n\r\n\{"name":"unf$/);
  const [, announced] = /content-length: (\d+)/.exec(received) ?? [];
  expect(Number(announced)).toBe(end.startsWith('Content') ? 100 : 13);
});
