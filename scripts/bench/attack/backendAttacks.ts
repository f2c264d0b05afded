import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fuzzResponses, startFuzzedBackend } from '../../fuzz/fuzzResponses.ts';
import type { Random } from '../../fuzz/random.ts';
import { sendBytes } from '../../fuzz/sendBytes.ts';
import { listenLocally } from '../../stack/listenLocally.ts';
import { type AttackResult, type Front, withTarget } from './startTarget.ts';

const get = Buffer.from('GET /rest/a HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n');

/** Each response must end in a status from 200 to 599 or a closed connection, without an error in the log. */
export async function sendMalformedResponses(
  front: Front,
  { count, random }: { count: number; random: Random },
): Promise<AttackResult> {
  const backend = await startFuzzedBackend(random);
  const env = { PROXY_TIMEOUT_MS: '200' };
  return withTarget(front, { ...backend, env }, async ({ port, host }) => {
    const outcomes = await fuzzResponses(port, count);
    const unexpected = [...outcomes].filter(
      ([key]) => key === 'timed out' || Number(key) < 200 || Number(key) > 599,
    );
    const errors = host.warnings.filter((line) => JSON.parse(line).level !== 'warn');
    const failureCount = unexpected.reduce((sum, [, times]) => sum + times, errors.length);
    return { attempts: count, resisted: Math.max(0, count - failureCount) };
  });
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
  return withTarget(front, await listenLocally(server), async ({ port }) => {
    let resisted = 0;
    for (length = 1; length < response.length; length++) {
      const outcome = await sendBytes(port, get, { halfCloses: false });
      const isOwnError = outcome.kind === 'responded' && outcome.statuses[0] === 502;
      const isLeaking = isOwnError && /secret|gzip/.test(outcome.text);
      if (outcome.kind !== 'timed out' && !isLeaking) resisted++;
    }
    return { attempts: response.length - 1, resisted };
  });
}
