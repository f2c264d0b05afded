import type { Response } from 'express';
import { isBodyless } from '../contract/http/findResponse.ts';
import { record } from '../journal/recordRequests.ts';
import type { AttemptBehaviour } from './attemptCounter.ts';
import type { MockResponse } from './findExampleResponse.ts';

/** Gives the client time to read the sent bytes before the reset discards them. */
const resetDelayMs = 50;

/** Sends no response: the connection stays open or is reset. */
export function withhold(res: Response, { delayMs, fault }: AttemptBehaviour) {
  if (fault === 'no response') return record(res, { outcome: fault });
  afterDelay(delayMs, res, () => {
    record(res, { outcome: 'reset' });
    res.socket?.resetAndDestroy();
  });
}

/** Sends a response, which the behaviour may delay, reset or truncate. */
export function deliver(
  res: Response,
  response: MockResponse,
  { delayMs, fault }: AttemptBehaviour,
) {
  afterDelay(delayMs, res, () => {
    writeHead(res, response);
    const half = response.body.subarray(0, Math.floor(response.body.length / 2));
    if (fault === 'truncated') {
      record(res, { outcome: fault });
      res.write(half, () => res.socket?.destroySoon());
    } else if (fault === 'reset mid-body') {
      record(res, { outcome: fault });
      res.write(half, () => setTimeout(() => res.socket?.resetAndDestroy(), resetDelayMs));
    } else {
      res.end(response.body);
    }
  });
}

function writeHead(res: Response, { status, headers, body }: MockResponse) {
  res.writeHead(status, {
    'cache-control': 'no-store',
    ...headers,
    ...(!isBodyless(status) && { 'content-length': body.length }),
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
