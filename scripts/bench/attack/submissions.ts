import { createServer } from 'node:http';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { listenLocally } from '../../stack/listenLocally.ts';
import type { Random } from '../../verify/phases/fuzzing/random.ts';
import { type AttackResult, type Front, withTarget } from './startTarget.ts';

/** The outcome of a submission, as its client sees it. */
type Knowledge = 'delivered' | 'not sent' | 'unknown';

const connectionCount = 32;

/**
 * Sends submissions while clients and the backend reset connections at random. Each must arrive once if its
 * client got a 200, not at all if the response says that it cannot have arrived, and never twice.
 */
export async function submitUnderResets(
  front: Front,
  { count, random }: { count: number; random: Random },
): Promise<AttackResult> {
  const backend = await startUnreliableBackend(random);
  const known = new Map<string, Knowledge>();
  const result = await withTarget(front, backend, async ({ port }) => {
    const worker = async () => {
      while (known.size < count) {
        const text = `${front} ${known.size}`;
        known.set(text, 'unknown');
        known.set(text, await submit(port, text, random));
      }
    };
    await Promise.all(Array.from({ length: connectionCount }, worker));
    return { attempts: count, resisted: count };
  });
  // The shutdown of the host has delivered what was still in flight.
  const wrong = [...known].filter(
    ([text, knowledge]) => !isExpected(knowledge, backend.countDeliveries(text)),
  );
  for (const [text, knowledge] of wrong.slice(0, 5)) {
    console.log(`  "${text}": ${knowledge}, delivered ${backend.countDeliveries(text)} times`);
  }
  const confirmed = [...known.values()].filter((knowledge) => knowledge === 'delivered').length;
  const lostCount = wrong.filter(([text]) => backend.countDeliveries(text) === 0).length;
  const doubledCount = wrong.filter(([text]) => backend.countDeliveries(text) > 1).length;
  const note = `${confirmed} confirmed, ${lostCount} lost, ${doubledCount} doubled`;
  return { ...result, note, resisted: Math.max(0, result.resisted - wrong.length) };
}

function isExpected(knowledge: Knowledge, deliveries: number): boolean {
  if (knowledge === 'unknown') return deliveries <= 1;
  return deliveries === (knowledge === 'delivered' ? 1 : 0);
}

/** Sends a submission, or resets the connection before or after the last byte of it. */
async function submit(port: number, text: string, random: Random): Promise<Knowledge> {
  const body = JSON.stringify({ text });
  const request = `POST /rest/subscriber-feedback/form-submit HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const ending = random.pick(['read', 'read', 'read', 'reset', 'incomplete'] as const);
  const socket = connect(port, '127.0.0.1');
  let response = '';
  socket
    .on('error', () => {})
    .on('data', (chunk) => {
      response += chunk;
    });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(ending === 'incomplete' ? request.slice(0, -random.below(10) - 1) : request);
  if (ending !== 'read') {
    await wait(random.below(10));
    socket.resetAndDestroy();
  }
  await closed;
  if (ending === 'incomplete') return 'not sent';
  if (response.startsWith('HTTP/1.1 200')) return 'delivered';
  const isCertain = /^HTTP\/1\.1 503|"mayHaveArrived":false/.test(response);
  return isCertain ? 'not sent' : 'unknown';
}

/** Starts a backend that counts the submissions and resets some connections before or after that. */
async function startUnreliableBackend(random: Random) {
  const deliveries = new Map<string, number>();
  const server = createServer(async (req, res) => {
    if (random.isTrue(1 / 10)) return void req.socket.resetAndDestroy();
    const submission = (await json(req).catch(() => undefined)) as { text: string } | undefined;
    if (!submission) return;
    deliveries.set(submission.text, (deliveries.get(submission.text) ?? 0) + 1);
    if (random.isTrue(1 / 10)) return void req.socket.resetAndDestroy();
    if (random.isTrue(1 / 10)) await wait(random.below(50));
    res.writeHead(200, { 'Content-Length': 2 });
    if (random.isTrue(1 / 10)) return void res.write('{', () => req.socket.destroy());
    res.end('{}');
  });
  const { url, close } = await listenLocally(server);
  return { url, close, countDeliveries: (text: string) => deliveries.get(text) ?? 0 };
}
