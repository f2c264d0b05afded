import type { IncomingMessage } from 'node:http';
import type { Limits } from '../config/defaultLimits.ts';
import type { HostResponse } from '../locals.ts';
import { sendProblem } from '../responses/sendProblem.ts';

/** The average chunk size, in bytes, from which the number of chunks is not limited. */
const minChunkBytes = 8;

/**
 * Limits the body of a request on every route. Responds 400 to a body of more than `maxBodyChunks` tiny chunks, each of
 * which takes about a microsecond to read, and closes the connection at the next one. The rest of a body that arrives
 * after the response is discarded for `lingerMs`, so that the client can read the response, and then the connection is
 * closed.
 */
export function limitBody(
  req: IncomingMessage,
  res: HostResponse,
  { maxBodyChunks, lingerMs }: Limits,
): void {
  const { 'transfer-encoding': encoding, 'content-length': length } = req.headers;
  if (encoding === undefined && length === undefined) return;

  let chunkCount = 0;
  let byteCount = 0;
  req.on('data', (chunk: Buffer) => {
    chunkCount++;
    byteCount += chunk.length;
    const isAllowed = chunkCount <= maxBodyChunks || byteCount >= minChunkBytes * chunkCount;
    if (isAllowed) return;
    if (res.headersSent) return void req.destroy();

    res.setHeader('Connection', 'close');
    sendProblem(res, 400, 'The body has too many chunks.');
  });

  res.once('finish', () => {
    if (!req.complete) setTimeout(() => req.destroy(), lingerMs).unref();
  });
}
