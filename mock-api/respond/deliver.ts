import type { Response } from 'express';
import { isBodyless } from '../contract/http/findResponse.ts';
import { record } from '../journal/recordRequests.ts';
import type { AttemptBehaviour } from './attemptCounter.ts';
import type { MockResponse } from './findExampleResponse.ts';

/** Gives the client time to read the sent bytes before the reset discards them. */
const resetDelayMs = 50;

const malformedResponse = 'This is no HTTP response.\r\n\r\n';
const chunksPerSecond = 10;

/** Sends no response: the connection stays open, is reset or receives other bytes. */
export function withhold(res: Response, { delayMs, fault }: AttemptBehaviour) {
  if (fault === 'no response') return record(res, { outcome: fault });
  afterDelay(delayMs, res, () => {
    if (fault === 'malformed') {
      record(res, { outcome: fault });
      res.socket?.end(malformedResponse);
      return;
    }
    record(res, { outcome: 'reset' });
    res.socket?.resetAndDestroy();
  });
}

/** Sends a response, which the behaviour may delay, reset or truncate. */
export function deliver(
  res: Response,
  response: MockResponse,
  { delayMs, fault, bytesPerSecond }: AttemptBehaviour,
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
    } else if (bytesPerSecond !== undefined) {
      sendSlowly(res, response.body, bytesPerSecond);
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

function sendSlowly(res: Response, body: Buffer, bytesPerSecond: number) {
  const chunkSize = Math.max(1, Math.floor(bytesPerSecond / chunksPerSecond));
  let sent = 0;
  const sendChunk = () => {
    if (sent >= body.length) return void res.end();
    res.write(body.subarray(sent, sent + chunkSize));
    sent += chunkSize;
  };
  const timer = setInterval(sendChunk, (1000 * chunkSize) / bytesPerSecond);
  res.once('close', () => clearInterval(timer));
}

function afterDelay(delayMs = 0, res: Response, act: () => void) {
  if (delayMs === 0) return act();
  record(res, { delayMs });
  const timer = setTimeout(act, delayMs);
  res.once('close', () => clearTimeout(timer));
}
