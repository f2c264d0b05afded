import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { decodeContent, headerText } from '#contract';
import type { WireRequest } from '../plan/wireRequest.ts';
import { describeSendError } from './describeSendError.ts';
import { type RequestTarget, resolveTarget } from './requestTarget.ts';

export type SendResult =
  | {
      kind: 'response';
      status: number;
      headers: Readonly<Record<string, readonly string[]>>;
      /** Decompressed; undefined for HEAD. */
      body: Buffer | undefined;
      /** Set if the body is not in the encoding that `Content-Encoding` names. */
      encodingError?: string;
      durationMs: number;
    }
  | {
      kind: 'error';
      /** Whether the connection itself failed. */
      isUnreachable: boolean;
      /** A sentence. */
      message: string;
    };

export type HttpResponse = Extract<SendResult, { kind: 'response' }>;

/** 0 without a response. */
export function statusOf(result: SendResult): number {
  return result.kind === 'response' ? result.status : 0;
}

/** Whether a response is a success. */
export function isAccepted(result: SendResult): boolean {
  const status = statusOf(result);
  return status >= 200 && status < 300;
}

/** Whether a response is labelled as HTML. */
export function isPage({ headers }: Pick<HttpResponse, 'headers'>): boolean {
  return /^(text\/html|application\/xhtml\+xml)\b/i.test(headerText(headers, 'content-type') ?? '');
}

/** The JSON value of a body; undefined if there is none. */
export function readJson({ body }: Pick<HttpResponse, 'body'>): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}

const maxBodyMebibytes = 16;

/** How long to wait for bytes after a response that has no body, on a connection that the server does not close. */
const strayBytesMs = 100;

type Agents = ReturnType<typeof createAgents>;

/** Creates agents that use the proxy of the environment if `NODE_USE_ENV_PROXY` is 1, as Node.js does. */
export function createAgents({ protocol }: URL) {
  const Agent = protocol === 'https:' ? HttpsAgent : HttpAgent;
  const usesProxy = process.env.NODE_USE_ENV_PROXY === '1';
  const proxyEnv = usesProxy ? process.env : undefined;
  return {
    /** A new connection for each request. */
    fresh: new Agent({ proxyEnv }),
    /** One connection for all requests. */
    shared: new Agent({ proxyEnv, keepAlive: true, maxSockets: 1 }),
  };
}

/**
 * Sends a request, on a new connection unless it is to be reused, so that one response cannot affect the
 * next. Never rejects.
 */
export async function sendRequest(
  request: WireRequest,
  target: RequestTarget,
  agents: Agents,
  timeoutMs: number,
): Promise<SendResult> {
  const result = await new Exchange(request, target, agents).run(timeoutMs);
  if (result === 'stale connection') return sendRequest(request, target, agents, timeoutMs);
  if (result.kind === 'error' || !result.body) return result;

  const encoding = result.headers['content-encoding']?.join(', ');
  const decoded = await decodeContent(result.body, encoding, maxBodyMebibytes * 2 ** 20);
  if (decoded.kind === 'decoded') return { ...result, body: decoded.body };
  if (decoded.kind === 'unknown') return { ...result, body: undefined };

  const encodingError = `Content-Encoding is ${decoded.encoding}, but the body is not.`;
  return { ...result, encodingError };
}

/** One request, and what is known about its connection so far. */
class Exchange {
  readonly #request: WireRequest;
  readonly #outgoing: ClientRequest;
  readonly #connectEvent: string;
  readonly #startedAt = performance.now();
  readonly #outcome = Promise.withResolvers<SendResult | 'stale connection'>();
  #isConnected = false;
  #hasStatus = false;

  constructor(request: WireRequest, target: RequestTarget, agents: Agents) {
    this.#request = request;
    this.#connectEvent = target.url.protocol === 'https:' ? 'secureConnect' : 'connect';
    this.#outgoing = openRequest(request, target, agents);
  }

  async run(timeoutMs: number): Promise<SendResult | 'stale connection'> {
    const timer = setTimeout(() => {
      const message = `No complete response within ${timeoutMs / 1000} s.`;
      this.#finish({ kind: 'error', isUnreachable: false, message });
    }, timeoutMs);

    this.#outgoing.once('socket', (socket) => this.#watchConnection(socket));
    this.#outgoing.on('error', (error) => this.#handleError(error));
    this.#outgoing.once('response', (response) => this.#read(response));
    writeBody(this.#outgoing, this.#request);

    const outcome = await this.#outcome.promise;
    clearTimeout(timer);
    return outcome;
  }

  #finish(result: SendResult): void {
    this.#outcome.resolve(result);
    if (!this.#request.reusesConnection || result.kind === 'error') this.#outgoing.destroy();
  }

  #fail(message: string): void {
    this.#finish({ kind: 'error', isUnreachable: !this.#isConnected, message });
  }

  #handleError(error: Error): void {
    // The server may close an idle connection at any time (RFC 9112, 9.6).
    if (this.#outgoing.reusedSocket && !this.#hasStatus) {
      this.#outcome.resolve('stale connection');
      return;
    }

    const state = { isConnected: this.#isConnected, hasStatus: this.#hasStatus };
    this.#fail(describeSendError(error, state));
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
    if (isBodyless) this.#collectNothing(response);
    else this.#collect(response);
  }

  /**
   * What follows a response without a body would be taken for the next response on the connection. A busy server may
   * send it late: the server's end of the connection tells that nothing follows.
   */
  #collectNothing(response: IncomingMessage): void {
    const reason = `Bytes follow the response to ${this.#request.method} with status ${response.statusCode}, which has no body.`;
    const { socket } = response;
    const result = this.#createResult(response, Buffer.alloc(0));
    const onStrayBytes = () => this.#fail(reason);
    const finish = () => {
      clearTimeout(timer);
      socket.off('data', onStrayBytes);
      socket.off('end', finish);
      this.#finish(result);
      response.resume();
    };
    socket.once('data', onStrayBytes);
    socket.once('end', finish);
    // A timer may run before bytes that have already arrived are read.
    const timer = setTimeout(() => setImmediate(finish), strayBytesMs);
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
    response.once('end', () => this.#finish(this.#createResult(response, Buffer.concat(chunks))));
  }

  #createResult(response: IncomingMessage, body: Buffer): HttpResponse {
    return {
      kind: 'response',
      status: response.statusCode ?? 0,
      headers: response.headersDistinct as Record<string, string[]>,
      body: this.#request.method === 'HEAD' ? undefined : body,
      durationMs: performance.now() - this.#startedAt,
    };
  }
}

function openRequest(request: WireRequest, target: RequestTarget, agents: Agents): ClientRequest {
  const { url } = target;
  const open = url.protocol === 'https:' ? requestHttps : requestHttp;
  return open({
    protocol: url.protocol,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port,
    method: request.method,
    // `node:http` sends the path as it is; `fetch` would normalize it.
    path: resolveTarget(target, request.target),
    headers: headersOf(request),
    agent: request.reusesConnection ? agents.shared : agents.fresh,
  });
}

function headersOf({ headers, body, isChunked, hasNoDefaultHeaders }: WireRequest) {
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
