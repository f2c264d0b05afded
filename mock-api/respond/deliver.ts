import type { Socket } from 'node:net';
import type { Response } from 'express';
import { isBodyless } from '#contract';
import { record } from '../journal/recordRequests.ts';
import type { BodyFault, Step, WithheldFault } from '../scenarios/step.ts';
import type { MockResponse, Reply, ResponseReply } from './reply.ts';

/** Gives the client time to read the sent bytes before the reset discards them. */
const resetDelayMs = 50;

type ActOnSocket = (socket: Socket | null) => void;

const withheldFaults: Record<WithheldFault, ActOnSocket> = {
  'no response': () => {},
  closed: (socket) => socket?.destroySoon(),
  reset: (socket) => socket?.resetAndDestroy(),
};

const bodyFaults: Record<BodyFault, ActOnSocket> = {
  truncated: (socket) => socket?.destroySoon(),
  'reset mid-body': (socket) => setTimeout(() => socket?.resetAndDestroy(), resetDelayMs),
};

export function isWithheld(fault: Step['fault']): fault is WithheldFault {
  return fault !== undefined && Object.hasOwn(withheldFaults, fault);
}

/** Sends a response, or none, after the delay, and records what was sent. */
export function deliver(res: Response, reply: Exclude<Reply, { kind: 'forwarded' }>) {
  const { delayMs = 0 } = reply;
  if (delayMs === 0) return act(res, reply);

  const timer = setTimeout(() => act(res, reply), delayMs);
  res.once('close', () => clearTimeout(timer));
}

function act(res: Response, reply: Exclude<Reply, { kind: 'forwarded' }>) {
  if (reply.kind === 'response') return send(res, reply);

  record(res, { outcome: reply.fault });
  withheldFaults[reply.fault](res.socket);
}

function send(res: Response, { response, fault }: ResponseReply) {
  const { status, headers, body } = response;
  res.writeHead(status, {
    'cache-control': 'no-store',
    ...headers,
    // A page that a scenario serves could otherwise read the journal.
    'content-security-policy': 'sandbox',
    ...lengthOf(response, res.req.method),
  });
  record(res, { status, mediaType: headers['content-type']?.toString() });
  if (!fault) return void res.end(body);

  record(res, { outcome: fault });
  const half = body.subarray(0, Math.floor(body.length / 2));
  res.write(half, () => bodyFaults[fault](res.socket));
}

/** The response to HEAD has the length of the body that GET would have, or none (RFC 9110, 8.6). */
function lengthOf({ status, body }: MockResponse, method: string): { 'content-length'?: number } {
  const isKnown = !isBodyless(status) && (method !== 'HEAD' || body.length > 0);
  return isKnown ? { 'content-length': body.length } : {};
}
