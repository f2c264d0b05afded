import { createFuzzedRequest } from '../../fuzz/createFuzzedRequest.ts';
import type { Random } from '../../fuzz/random.ts';
import { type Outcome, sendBytes } from '../../fuzz/sendBytes.ts';
import { startValidatingBackend } from '../../fuzz/startValidatingBackend.ts';
import { type AttackResult, type Front, withTarget } from './startTarget.ts';

/** Sends each request in turn on 16 connections; `isResisted` decides from what was received. */
async function sendAll(
  front: Front,
  requests: readonly Buffer[],
  isResisted: (outcome: Outcome) => boolean = () => true,
): Promise<AttackResult> {
  const backend = await startValidatingBackend(
    front === 'direct' ? '127.0.0.1' : '127.0.0.1, 127.0.0.1',
  );
  return withTarget(front, backend, async ({ port, readMemory }) => {
    let next = 0;
    let resisted = 0;
    const worker = async () => {
      for (let bytes = requests[next++]; bytes; bytes = requests[next++]) {
        if (isResisted(await sendBytes(port, bytes))) resisted++;
      }
    };
    await Promise.all(Array.from({ length: 16 }, worker));
    const { violations } = backend;
    for (const violation of violations.slice(0, 5)) console.log(`  ${front}: ${violation}`);
    return {
      attempts: requests.length,
      resisted: Math.max(0, resisted - violations.length),
      note: `${await readMemory()} MiB`,
    };
  });
}

/**
 * Nothing that could be interpreted differently may reach the backend. A host without a proxy must respond or
 * close the connection, never with a 5xx.
 */
export function sendMalformedRequests(
  front: Front,
  { count, random }: { count: number; random: Random },
): Promise<AttackResult> {
  return sendAll(
    front,
    Array.from({ length: count }, () => createFuzzedRequest(random)),
    (outcome) =>
      front !== 'direct' ||
      outcome.kind === 'closed' ||
      (outcome.kind === 'responded' && outcome.statuses.every((status) => status < 500)),
  );
}

/** Forges the address, protocol, host and request id in every header that can contain one. */
export function forgeForwardedHeaders(front: Front): Promise<AttackResult> {
  const names = [
    'X-Forwarded-For',
    'X-Forwarded-Proto',
    'X-Forwarded-Host',
    'X-Request-Id',
    'Forwarded',
    'X-Real-IP',
    'X-Original-URL',
    'X_Forwarded_For',
  ];
  const requests = names.flatMap((name) =>
    ['close', `close, ${name}`].flatMap((connection) =>
      ['192.0.2.66', 'https', 'forged.test', 'forged-0123456789'].map((value) =>
        Buffer.from(
          `GET /rest/a HTTP/1.1\r\nHost: a.test\r\nConnection: ${connection}\r\n${name}: ${value}\r\n${name}: ${value}\r\n\r\n`,
        ),
      ),
    ),
  );
  return sendAll(front, requests);
}
