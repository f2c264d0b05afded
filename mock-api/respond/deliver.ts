import type { Socket } from 'node:net';
import type { Response } from 'express';
import { isBodyless } from '../contract/index.ts';
import { record } from '../journal/recordRequests.ts';
import type { Behaviour, BodyFault, WithheldFault } from '../scenarios/behaviour.ts';
import type { MockResponse } from './findExampleResponse.ts';

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

export function isWithheld(fault: Behaviour['fault']): fault is WithheldFault {
  return fault !== undefined && Object.hasOwn(withheldFaults, fault);
}

/** Sends no response. */
export function withhold(res: Response, fault: WithheldFault, delayMs?: number) {
  afterDelay(delayMs, res, () => {
    record(res, { outcome: fault });
    withheldFaults[fault](res.socket);
  });
}

/** Sends a response, which the behaviour may delay, reset or truncate. */
export function deliver(res: Response, response: MockResponse, { delay, fault }: Behaviour = {}) {
  afterDelay(delay, res, () => {
    writeHead(res, response);
    if (fault !== undefined && !isWithheld(fault)) {
      record(res, { outcome: fault });
      const half = response.body.subarray(0, Math.floor(response.body.length / 2));
      res.write(half, () => bodyFaults[fault](res.socket));
    } else {
      res.end(response.body);
    }
  });
}

function writeHead(res: Response, { status, headers, body }: MockResponse) {
  // The response to HEAD has the length of the body that GET would have, or none (RFC 9110, 8.6).
  const isKnown = !isBodyless(status) && (res.req.method !== 'HEAD' || body.length > 0);
  res.writeHead(status, {
    'cache-control': 'no-store',
    ...headers,
    ...(isKnown && { 'content-length': body.length }),
  });
  const { 'content-type': mediaType } = headers;
  record(res, { status, ...(typeof mediaType === 'string' && { mediaType }) });
}

function afterDelay(delayMs = 0, res: Response, act: () => void) {
  if (delayMs === 0) return act();
  record(res, { delayMs });
  const timer = setTimeout(act, delayMs);
  res.once('close', () => clearTimeout(timer));
}
