import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { decodeContent } from '#contract';
import type { Received, VerifyOptions } from '../model.ts';
import { describeSendError } from './describeSendError.ts';
import { resolveTarget, type WireRequest } from './wireRequest.ts';

const maxBodyMebibytes = 16;

/** The time to wait for bytes after a response, if the server does not close the connection. */
const strayBytesMs = 100;

/** An error for a response that arrived, but cannot be used. The message is a sentence. */
class UnusableResponseError extends Error {}

/**
 * Creates the function that sends a request, which never rejects. It opens a new connection unless the request reuses
 * one, so that one response cannot affect the next.
 */
export function createSendRequest({ contract, timeoutMs, url }: VerifyOptions) {
  const open = url.protocol === 'https:' ? requestHttps : requestHttp;
  const agents = createAgents(url);
  return sendRequest;

  async function sendRequest(request: WireRequest): Promise<Received> {
    const startedAt = performance.now();
    const signal = AbortSignal.timeout(timeoutMs);
    const outgoing = open(url, {
      method: request.method,
      // `fetch` would normalize the path.
      path: resolveTarget(url, contract.basePath, request.target),
      headers: completeHeaders(request),
      agent: request.reusesConnection ? agents.shared : agents.fresh,
      signal,
    });
    const progress = watchProgress(outgoing, url);
    try {
      const received = await receive(outgoing, request);
      if (!request.reusesConnection) outgoing.destroy();
      return await decode({ ...received, startedAt, durationMs: performance.now() - startedAt });
    } catch (thrown) {
      outgoing.destroy();
      const error = thrown as Error;
      // The server may close an idle connection at any time (RFC 9112, 9.6).
      const isStale = outgoing.reusedSocket && !progress.hasStatus && !signal.aborted;
      if (isStale) return sendRequest(request);

      return {
        status: 0,
        headers: {},
        body: undefined,
        startedAt,
        durationMs: performance.now() - startedAt,
        error: signal.aborted
          ? `There is no complete response after ${timeoutMs / 1000} s.`
          : describe(error, progress),
        isUnreachable: !progress.isConnected && !signal.aborted,
        isTimeout: signal.aborted,
      };
    }
  }
}

function createAgents({ protocol }: URL) {
  const Agent = protocol === 'https:' ? HttpsAgent : HttpAgent;
  const proxyEnv = process.env.NODE_USE_ENV_PROXY === '1' ? process.env : undefined;
  return {
    /** An agent that opens a new connection for each request. */
    fresh: new Agent({ proxyEnv }),
    /** An agent that sends all requests on one connection. */
    shared: new Agent({ proxyEnv, keepAlive: true, maxSockets: 1 }),
  };
}

type Progress = Parameters<typeof describeSendError>[1];

/** Tracks the progress of a request, on which the meaning of an error depends. */
function watchProgress(outgoing: ClientRequest, { protocol }: URL): Progress {
  const progress = { isConnected: false, hasStatus: false };
  const connectEvent = protocol === 'https:' ? 'secureConnect' : 'connect';
  outgoing.once('socket', (socket) => {
    progress.isConnected = !socket.connecting;
    if (progress.isConnected) return;

    socket.once(connectEvent, () => {
      progress.isConnected = true;
    });
  });
  outgoing.once('response', () => {
    progress.hasStatus = true;
  });
  return progress;
}

function describe(error: Error, progress: Progress): string {
  if (error instanceof UnusableResponseError) return error.message;
  return describeSendError(error, progress);
}

/**
 * Sends the body and receives the response.
 * @throws {Error} unless a complete response arrives
 */
async function receive(
  outgoing: ClientRequest,
  request: WireRequest,
): Promise<Omit<Received, 'startedAt' | 'durationMs'>> {
  const arrival = Promise.withResolvers<IncomingMessage>();
  outgoing.once('response', arrival.resolve);
  outgoing.on('error', arrival.reject);
  writeBody(outgoing, request);

  const response = await arrival.promise;
  const { statusCode: status = 0, headersDistinct } = response;
  // A header that is repeated with the same value means the same as one.
  const lines = Object.entries(headersDistinct).map(([name, values = []]) => [
    name,
    [...new Set(values)],
  ]);
  const received = { status, headers: Object.fromEntries(lines) };
  if (request.method !== 'HEAD' && status !== 304)
    return { ...received, body: await collect(response) };

  // A busy server may send them late; if it closes the connection, nothing follows.
  if (await hasStrayBytes(response.socket)) {
    const message = `Bytes follow the response to ${request.method} with ${status}, which has no body.`;
    throw new UnusableResponseError(message);
  }
  response.resume();
  return { ...received, body: undefined };
}

async function collect(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBodyMebibytes * 2 ** 20)
      throw new UnusableResponseError(`The response body is larger than ${maxBodyMebibytes} MiB.`);
  }
  return Buffer.concat(chunks);
}

/** Whether bytes follow a response without a body: a client would take them for the next response. */
function hasStrayBytes(socket: Socket): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const onData = () => resolve(true);
  const onEnd = () => resolve(false);
  socket.once('data', onData);
  socket.once('end', onEnd);
  // A timer may run before bytes that have already arrived are read.
  const timer = setTimeout(() => setImmediate(onEnd), strayBytesMs);
  return promise.finally(() => {
    clearTimeout(timer);
    socket.off('data', onData);
    socket.off('end', onEnd);
  });
}

async function decode(received: Received): Promise<Received> {
  const { body, headers } = received;
  if (!body) return received;

  const encoding = headers['content-encoding']?.join(', ');
  const decoded = await decodeContent(body, encoding, maxBodyMebibytes * 2 ** 20);
  if (decoded.kind === 'decoded') return { ...received, body: decoded.body };
  if (decoded.kind === 'unknown') return { ...received, body: undefined };

  const encodingError = `Content-Encoding is ${decoded.encoding}, but the body is not.`;
  return { ...received, encodingError };
}

function completeHeaders({ headers, body, isChunked }: WireRequest) {
  const sent = { 'User-Agent': 'contract-check', Accept: '*/*', ...headers };
  if (!body) return sent;
  if (isChunked) return { ...sent, 'Transfer-Encoding': 'chunked' };

  return { ...sent, 'Content-Length': body.length };
}

function writeBody(outgoing: ClientRequest, { body, isChunked }: WireRequest): void {
  if (!isChunked || !body) {
    outgoing.end(body);
    return;
  }
  const middle = Math.ceil(body.length / 2);
  outgoing.write(body.subarray(0, middle));
  outgoing.end(body.subarray(middle));
}
