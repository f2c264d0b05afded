import type { Socket } from 'node:net';
import type { Response } from 'express';
import { isBodyless } from '#contract';
import type { Exchange, ExchangeEmitter } from '../journal/exchange.ts';
import type { RequestOutcome } from '../journal/journalEntry.ts';
import type { BodyFault, Step, WithheldFault } from '../scenarios/step.ts';
import type { MockResponse, OwnDefinition, SentDefinition } from './responseDefinition.ts';

/** The time for the client to read the sent bytes before the reset discards them. */
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

/** Plays a response definition after its delay, and reports when the exchange begins and ends. */
export async function deliver(
  res: Response,
  definition: OwnDefinition,
  exchange: Exchange,
  exchanges: ExchangeEmitter,
): Promise<void> {
  const startedAt = performance.now();
  const { scenario, reason, unexpected, fault } = definition;
  Object.assign(exchange, { scenario, reason, unexpected });
  if (definition.kind === 'response') exchange.response = definition.response;
  // The connection may stay open for ever, so the outcome is recorded at the beginning.
  if (fault === 'no response') exchange.outcome = fault;
  exchanges.emit('begun', exchange);

  exchange.outcome = await sendDefined(res, definition);
  exchange.durationMs = Math.round(performance.now() - startedAt);
  if (definition.kind === 'response' && res.headersSent) {
    const { status, headers } = definition.response;
    exchange.status = status;
    exchange.mediaType = headers['content-type']?.toString();
  }
  exchanges.emit('ended', exchange);
}

/**
 * Sends the response, or plays the fault, after the delay. Resolves to the outcome once the response is complete or the
 * connection closed.
 */
async function sendDefined(res: Response, definition: OwnDefinition): Promise<RequestOutcome> {
  const closed = untilClosed(res);
  const { delayMs = 0, fault } = definition;
  if (delayMs > 0) {
    await waitFor(delayMs, res);
    if (res.closed) return 'client aborted';
  }

  if (definition.kind === 'response') send(res, definition);
  else withheldFaults[definition.fault](res.socket);
  await closed;
  return fault ?? (res.writableFinished ? 'completed' : 'client aborted');
}

/** Resolves when the response is complete, or the connection is closed. */
function untilClosed(res: Response): Promise<void> {
  return new Promise((resolve) => {
    if (res.closed) resolve();
    else res.once('close', resolve);
  });
}

/** Waits until the delay is over or the connection is closed. */
function waitFor(delayMs: number, res: Response): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    res.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Sends a response. A fault cuts its body in half. */
export function send(
  res: Response,
  { response, fault }: Pick<SentDefinition, 'response' | 'fault'>,
) {
  const { status, headers, body } = response;
  res.writeHead(status, {
    'cache-control': 'no-store',
    ...headers,
    // A page that a scenario serves could otherwise read the journal.
    'content-security-policy': 'sandbox',
    ...createLengthHeader(response, res.req.method),
  });
  if (!fault) return void res.end(body);

  const half = body.subarray(0, Math.floor(body.length / 2));
  res.write(half, () => bodyFaults[fault](res.socket));
}

/**
 * Creates the header `Content-Length`. The response to HEAD has the length of the body that GET would have, or none
 * (RFC 9110, 8.6).
 */
function createLengthHeader(
  { status, body }: MockResponse,
  method: string,
): { 'content-length'?: number } {
  const isKnown = !isBodyless(status) && (method !== 'HEAD' || body.length > 0);
  return isKnown ? { 'content-length': body.length } : {};
}
