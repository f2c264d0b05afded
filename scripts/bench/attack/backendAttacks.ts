import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fuzzResponses } from '../../fuzz/fuzzResponses.ts';
import { sendBytes } from '../../fuzz/sendBytes.ts';
import { listenLocally } from '../../stack/listenLocally.ts';
import { type AttackResult, type Front, withTarget } from './startTarget.ts';

const get = Buffer.from('GET /rest/a HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n');

/** Each response must end in a status from 200 to 599 or a closed connection. */
export async function sendMalformedResponses(front: Front, total: number): Promise<AttackResult> {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let running: Promise<AttackResult> | undefined;
  const outcomes = await fuzzResponses({
    total,
    seed: 7,
    connectionCount: 32,
    startHost: (backendUrl) =>
      new Promise((resolve, reject) => {
        const env = { BACKEND_URL: backendUrl, PROXY_TIMEOUT_MS: '200' };
        running = withTarget(front, env, async ({ port, host }) => {
          resolve(port);
          await finished;
          const errors = host.warnings.filter((line) => JSON.parse(line).level !== 'warn');
          return { attempts: total, resisted: total - errors.length };
        });
        running.catch(reject);
      }),
  });
  finish();
  const unexpected = [...outcomes].filter(
    ([key]) => key === 'timed out' || Number(key) < 200 || Number(key) > 599,
  );
  const result = (await running) ?? { attempts: total, resisted: 0 };
  const unexpectedCount = unexpected.reduce((sum, [, count]) => sum + count, 0);
  return { ...result, resisted: Math.max(0, result.resisted - unexpectedCount) };
}

const response =
  'HTTP/1.1 200 OK\r\nContent-Type: json\r\nSet-Cookie: secret=1\r\nETag: "secret"\r\nContent-Encoding: gzip\r\nLocation: http://secret.test/\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n';

/** Truncates a response after each of its bytes. The host's own 502 must have no header of it. */
export async function truncateResponses(front: Front): Promise<AttackResult> {
  let length = 0;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', async () => {
      socket.write(response.slice(0, length));
      await wait(1);
      if (length % 2 === 0) socket.resetAndDestroy();
      else socket.end();
    });
  });
  const backend = await listenLocally(server);
  const result = await withTarget(front, { BACKEND_URL: backend.url }, async ({ port }) => {
    let resisted = 0;
    for (length = 1; length < response.length; length++) {
      const outcome = await sendBytes(port, get, { halfCloses: false });
      const isOwnError = outcome.kind === 'responded' && outcome.statuses[0] === 502;
      const isLeaking = isOwnError && /secret|gzip/.test(outcome.text);
      if (outcome.kind !== 'timed out' && !isLeaking) resisted++;
    }
    return { attempts: response.length - 1, resisted };
  });
  await backend.close();
  return result;
}
