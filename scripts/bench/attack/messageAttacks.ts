import { createFuzzedRequest } from '../../fuzz/createFuzzedRequest.ts';
import { fuzzConnections } from '../../fuzz/fuzzConnections.ts';
import { fuzzResponses, startFuzzedBackend } from '../../fuzz/fuzzResponses.ts';
import { type Outcome, sendMany } from '../../fuzz/sendBytes.ts';
import { startValidatingBackend } from '../../fuzz/startValidatingBackend.ts';
import { createRandom, type Random } from '../../verify/phases/fuzzing/random.ts';
import { type AttackResult, type Front, withTarget } from './startTarget.ts';

/** `isResisted` decides from what was received. */
async function sendAll(
  front: Front,
  count: number,
  createRequest: () => Buffer,
  isResisted: (outcome: Outcome) => boolean,
): Promise<AttackResult> {
  const backend = await startValidatingBackend(
    front === 'direct' ? '127.0.0.1' : '127.0.0.1, 127.0.0.1',
  );
  return withTarget(front, backend, async ({ port, readMemory }) => {
    const resisted = (await sendMany(port, count, createRequest)).filter(isResisted).length;
    const { violations } = backend;
    for (const violation of violations.slice(0, 5)) console.log(`  ${front}: ${violation}`);
    return {
      attempts: count,
      resisted: Math.max(0, resisted - violations.length),
      note: `${await readMemory()} MiB`,
    };
  });
}

interface RandomAttack {
  count: number;
  random: Random;
}

/**
 * Nothing that could be interpreted differently may reach the backend. A host without a proxy must respond or
 * close the connection, never with a 5xx.
 */
export function sendMalformedRequests(front: Front, { count, random }: RandomAttack) {
  const hasNoError = (outcome: Outcome) =>
    outcome.kind === 'closed' ||
    (outcome.kind === 'responded' && outcome.statuses.every((status) => status < 500));
  const isResisted = front === 'direct' ? hasNoError : () => true;
  return sendAll(front, count, () => createFuzzedRequest(random), isResisted);
}

/** Each response must end in a status from 200 to 599 or a closed connection. */
export async function sendMalformedResponses(front: Front, { count, random }: RandomAttack) {
  const backend = await startFuzzedBackend(random);
  const env = { PROXY_TIMEOUT_MS: '200' };
  return withTarget(front, { ...backend, env }, async ({ port }) => {
    const outcomes = await fuzzResponses(port, count, random);
    const resisted = outcomes.filter((outcome) => {
      const [status = 0] = outcome.kind === 'responded' ? outcome.statuses : [];
      return outcome.kind === 'closed' || (status >= 200 && status <= 599);
    });
    return { attempts: count, resisted: resisted.length };
  });
}

/** Connections with random requests, to a backend with random responses, must leave the host running. */
export async function openRandomConnections(count: number, seed: number): Promise<AttackResult> {
  const backend = await startFuzzedBackend(createRandom(seed));
  const env = { PROXY_TIMEOUT_MS: '200' };
  return withTarget('direct', { ...backend, env }, async ({ port, readMemory }) => {
    const resisted = await fuzzConnections(port, { count, seed });
    return { attempts: count, resisted, note: `${await readMemory()} MiB` };
  });
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
  return sendAll(
    front,
    requests.length,
    () => requests.pop() as Buffer,
    () => true,
  );
}
