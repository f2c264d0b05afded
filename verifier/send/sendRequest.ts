import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { decodeContent } from '#contract';
import type { Received } from '../model.ts';
import { describeSendError } from './describeSendError.ts';
import { resolveTarget, type WireRequest } from './wireRequest.ts';

interface SendOptions {
  url: URL;
  basePath: string;
  timeoutMs: number;
}

const maxBodyMebibytes = 16;

/** How long to wait for bytes after a response, on a connection that the server does not close. */
const strayBytesMs = 100;

/**
 * Creates the function that sends a request, on a new connection unless it is to be reused, so that one response cannot
 * affect the next. It never rejects.
 */
export function createSendRequest(options: SendOptions) {
  const agents = createAgents(options.url);
  return sendRequest;

  async function sendRequest(request: WireRequest): Promise<Received> {
    const received = await new Sending(request, options, agents).receive();
    if (received === 'stale connection') return sendRequest(request);
    return decode(received);
  }
}

/** Whether there may be a proxy of the environment, as in Node.js. */
export function usesProxy(): boolean {
  return process.env.NODE_USE_ENV_PROXY === '1';
}

function createAgents({ protocol }: URL) {
  const Agent = protocol === 'https:' ? HttpsAgent : HttpAgent;
  const proxyEnv = usesProxy() ? process.env : undefined;
  return {
    /** A new connection for each request. */
    fresh: new Agent({ proxyEnv }),
    /** One connection for all requests. */
    shared: new Agent({ proxyEnv, keepAlive: true, maxSockets: 1 }),
  };
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

/** One request, and what is known about its connection so far. */
class Sending {
  readonly #request: WireRequest;
  readonly #outgoing: ClientRequest;
  readonly #connectEvent: string;
  readonly #timeoutMs: number;
  readonly #startedAt = performance.now();
  readonly #outcome = Promise.withResolvers<Received | 'stale connection'>();
  #isConnected = false;
  #hasStatus = false;

  constructor(request: WireRequest, options: SendOptions, agents: ReturnType<typeof createAgents>) {
    const { url, basePath, timeoutMs } = options;
    const open = url.protocol === 'https:' ? requestHttps : requestHttp;
    this.#request = request;
    this.#timeoutMs = timeoutMs;
    this.#connectEvent = url.protocol === 'https:' ? 'secureConnect' : 'connect';
    this.#outgoing = open({
      protocol: url.protocol,
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      method: request.method,
      // `fetch` would normalize the path.
      path: resolveTarget(url, basePath, request.target),
      headers: completeHeaders(request),
      agent: request.reusesConnection ? agents.shared : agents.fresh,
    });
  }

  async receive(): Promise<Received | 'stale connection'> {
    const timer = setTimeout(() => {
      const seconds = this.#timeoutMs / 1000;
      this.#fail(`There is no complete response after ${seconds} s.`, { isTimeout: true });
    }, this.#timeoutMs);

    this.#outgoing.once('socket', (socket) => this.#watchConnection(socket));
    this.#outgoing.on('error', (error) => this.#handleError(error));
    this.#outgoing.once('response', (response) => this.#read(response));
    writeBody(this.#outgoing, this.#request);

    const outcome = await this.#outcome.promise;
    clearTimeout(timer);
    return outcome;
  }

  #finish(received: Received): void {
    this.#outcome.resolve(received);
    if (!this.#request.reusesConnection || received.error) this.#outgoing.destroy();
  }

  #fail(error: string, cause: Pick<Received, 'isTimeout' | 'isUnreachable'> = {}): void {
    const durationMs = performance.now() - this.#startedAt;
    this.#finish({ status: 0, headers: {}, body: undefined, durationMs, error, ...cause });
  }

  #handleError(error: Error): void {
    // The server may close an idle connection at any time (RFC 9112, 9.6).
    if (this.#outgoing.reusedSocket && !this.#hasStatus) {
      this.#outcome.resolve('stale connection');
      return;
    }
    const state = { isConnected: this.#isConnected, hasStatus: this.#hasStatus };
    this.#fail(describeSendError(error, state), { isUnreachable: !this.#isConnected });
  }

  #watchConnection(socket: Socket): void {
    if (!socket.connecting) {
      this.#isConnected = true;
      return;
    }
    socket.once(this.#connectEvent, () => {
      this.#isConnected = true;
    });
  }

  #read(response: IncomingMessage): void {
    this.#hasStatus = true;
    response.on('error', (error) => this.#handleError(error));
    const isBodyless = this.#request.method === 'HEAD' || response.statusCode === 304;
    if (isBodyless) this.#awaitSilence(response, undefined);
    else this.#collect(response);
  }

  #collect(response: IncomingMessage): void {
    const chunks: Buffer[] = [];
    let length = 0;
    response.on('data', (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > maxBodyMebibytes * 2 ** 20) {
        this.#fail(`The response body is larger than ${maxBodyMebibytes} MiB.`);
      }
    });
    response.once('end', () => this.#finish(this.#describe(response, Buffer.concat(chunks))));
  }

  /**
   * What follows a response without a body would be taken for the next response on the connection. A busy server may
   * send it late: the server's end of the connection tells that nothing follows.
   */
  #awaitSilence(response: IncomingMessage, body: Buffer | undefined): void {
    const { method } = this.#request;
    const { socket, statusCode } = response;
    const onStrayBytes = () =>
      this.#fail(`Bytes follow the response to ${method} with ${statusCode}, which has no body.`);
    const finish = () => {
      clearTimeout(timer);
      socket.off('data', onStrayBytes);
      socket.off('end', finish);
      this.#finish(this.#describe(response, body));
      response.resume();
    };
    socket.once('data', onStrayBytes);
    socket.once('end', finish);
    // A timer may run before bytes that have already arrived are read.
    const timer = setTimeout(() => setImmediate(finish), strayBytesMs);
  }

  #describe(response: IncomingMessage, body: Buffer | undefined): Received {
    return {
      status: response.statusCode ?? 0,
      headers: response.headersDistinct as Record<string, string[]>,
      body,
      durationMs: performance.now() - this.#startedAt,
    };
  }
}

function completeHeaders({ headers, body, isChunked, hasNoDefaultHeaders }: WireRequest) {
  const defaults = hasNoDefaultHeaders ? {} : { 'User-Agent': 'contract-check', Accept: '*/*' };
  const sent = { ...defaults, ...headers };
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
