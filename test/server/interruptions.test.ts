import { expect, test } from 'vitest';
import { captureLog } from '../support/host/captureLog.ts';
import { get, openSocket, sendRaw, whenClosed } from '../support/host/rawClient.ts';
import { startRawBackend } from '../support/host/startRawBackend.ts';
import { startTestHost } from '../support/host/startTestHost.ts';

const post = 'POST /rest/a HTTP/1.1\r\nHost: a\r\n';

const requests = [
  get('/app/subscriber-feedback/'),
  get('/rest/a'),
  get('/rest/a').replace('GET', 'HEAD'),
  get('/rest/a').replace('Host', 'Connection: Upgrade\r\nUpgrade: x\r\nHost'),
  `${post}Content-Length: 2\r\n\r\n{}`,
  `${post}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n`,
  `${post}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`,
  `${post}Transfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(3_000)}`,
  `${post}Content-Length: 90000\r\n\r\n${'x'.repeat(90_000)}`,
  'CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n',
  'no request\r\n\r\n',
];

const endings = ['end', 'resetAndDestroy'] as const;

async function start(backendUrl: string) {
  const { log, lines } = captureLog('warn');
  const { port } = await startTestHost(backendUrl, { PROXY_TIMEOUT_MS: '1000' }, { log });
  const errors = () => lines().filter(({ level }) => level !== 'warn');
  return { port, errors };
}

/** Sends bytes, closes the connection, and waits until the host has closed it too. */
async function sendAndClose(port: number, bytes: string, ending: (typeof endings)[number]) {
  const socket = await openSocket(port);
  const closed = whenClosed(socket.resume());
  socket.write(bytes, () => socket[ending]());
  await closed;
}

test.each(endings)(
  'the host survives clients that call %s() after any two requests or any byte of a POST',
  async (ending) => {
    const backend = await startRawBackend();
    const { port, errors } = await start(backend.url);
    const submission = `${post}Content-Length: 2\r\n\r\n{}`;
    const sequences = requests.flatMap((first) => requests.map((second) => first + second));
    const parts = Array.from(submission, (_, length) => submission.slice(0, length));
    await Promise.all([...sequences, ...parts].map((bytes) => sendAndClose(port, bytes, ending)));
    expect((await sendRaw(port, get('/health/live'))).status).toBe(200);
    const heads = backend.requests.map((request) => request.split('\r\n', 1)[0]);
    const allowed = ['GET /rest/a HTTP/1.1', 'HEAD /rest/a HTTP/1.1', 'POST /rest/a HTTP/1.1'];
    expect(allowed).toEqual(expect.arrayContaining([...new Set(heads)]));
    expect(errors()).toEqual([]);
  },
);

test.each(endings)(
  'a backend that calls %s() after any byte of a response causes a 502 or a truncated response',
  async (ending) => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n';
    const backend = await startRawBackend((socket) => {
      const length = Number(backend.requests.at(-1)?.match(/\d+/)?.[0]);
      socket.write(`${head}abc`.slice(0, length), () => socket[ending]());
    });
    const { port, errors } = await start(backend.url);
    for (let length = 0; length < head.length + 3; length++) {
      const { status, truncated } = await sendRaw(port, get(`/rest/${length}`));
      // A reset may overtake the bytes before it.
      const isTruncated = length > head.length && (ending === 'end' || status === 200);
      expect({ status, truncated }, `after ${length} bytes`).toEqual(
        isTruncated ? { status: 200, truncated: true } : { status: 502, truncated: false },
      );
    }
    expect(errors()).toEqual([]);
  },
);
