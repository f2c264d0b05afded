import {
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { type DecodedContent, originForm } from '#contract';
import type { RequestOutcome } from '../journal/journalEntry.ts';
import { CapturedBody } from './CapturedBody.ts';
import { createRequestHeaders, endToEndHeaders } from './forwardedHeaders.ts';

/** A forwarded request, and what became of it. */
export interface ForwardedExchange {
  outcome: ExchangeOutcome;
  /** Undefined if the outcome is `completed` or `client aborted`. */
  error: BackendError | undefined;
  /** Undefined if none has begun. */
  response: IncomingMessage | undefined;
  /** How long the backend had the whole request before its response began; undefined if it never had it. */
  waitedMs: number | undefined;
  /** The decompressed bodies, as far as they were forwarded. */
  readRequestBody(): Promise<DecodedContent>;
  readResponseBody(): Promise<DecodedContent>;
}

type ExchangeOutcome = Extract<
  RequestOutcome,
  'completed' | 'reset' | 'reset mid-body' | 'malformed' | 'client aborted'
>;

export interface BackendError {
  cause: NodeJS.ErrnoException;
  /** Whether the request may have been sent. */
  isConnected: boolean;
}

/** What is sent instead of a request's own. */
export interface RequestReplacement {
  target?: string;
  /** The decompressed body, if it has already been read. */
  body?: Buffer;
}

interface ForwardOptions extends RequestReplacement {
  backend: URL;
  via: string;
  agent: Agent;
}

/** A backend that forwards to this proxy would otherwise receive a request again and again. */
const maxForwards = 10;

/** The errors of the parser and of `writeHead`. */
const malformedCodes = /^(HPE_|ERR_INVALID_CHAR$|ERR_HTTP_INVALID_)/;

/**
 * Forwards a request unchanged and streams the response back. If the backend does not respond, or
 * stops mid-body, the client's connection is closed: a response generated here would hide how the
 * client's gateway handles the failure.
 */
export function forward(
  req: IncomingMessage,
  res: ServerResponse,
  options: ForwardOptions,
): Promise<ForwardedExchange> {
  const forwarding = new Forwarding(req, res, options);
  const isLoop = (req.headers.via ?? '').split(options.via).length > maxForwards;
  if (isLoop) forwarding.drop();
  else forwarding.start();
  return forwarding.ended;
}

class Forwarding {
  readonly ended: Promise<ForwardedExchange>;
  readonly #resolve: (exchange: ForwardedExchange) => void;
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  readonly #options: ForwardOptions;
  readonly #requestBody = new CapturedBody();
  readonly #responseBody = new CapturedBody();
  #isConnected = false;
  #lastChunkAt = performance.now();
  #waitedMs: number | undefined;
  #response: IncomingMessage | undefined;

  constructor(req: IncomingMessage, res: ServerResponse, options: ForwardOptions) {
    const { promise, resolve } = Promise.withResolvers<ForwardedExchange>();
    this.ended = promise;
    this.#resolve = resolve;
    this.#req = req;
    this.#res = res;
    this.#options = options;
  }

  /** Closes the client's connection. */
  drop(): void {
    this.#end('reset');
    this.#res.destroy();
  }

  start(): void {
    const res = this.#res;
    const outgoing = this.#connect();
    this.#sendBody(outgoing);
    outgoing.on('error', (error) => this.#abort(error));
    // Without this listener, a status of 101 would end the connection to the backend without an event.
    outgoing.once('upgrade', (_response, socket) => {
      socket.destroy();
      const error = new Error('Unexpected upgrade');
      this.#abort(Object.assign(error, { code: 'HPE_UNEXPECTED_UPGRADE' }));
    });
    outgoing.once('response', (response) => this.#sendBack(response, outgoing));
    res.once('finish', () => this.#end('completed'));
    res.once('close', () => {
      this.#end('client aborted');
      // Aborts the backend request when the client aborts.
      if (!this.#response?.readableEnded) outgoing.destroy();
    });
  }

  #connect(): ClientRequest {
    const { backend, agent, target = this.#req.url ?? '/' } = this.#options;
    const isHttps = backend.protocol === 'https:';
    const headers = createRequestHeaders(this.#req, this.#options);
    const outgoing = (isHttps ? requestHttps : requestHttp)({
      protocol: backend.protocol,
      hostname: backend.hostname.replace(/^\[|\]$/g, ''),
      port: backend.port,
      path: backend.pathname.replace(/\/+$/, '') + originForm(target),
      method: this.#req.method,
      headers: headers as unknown as Record<string, string>,
      agent,
    });
    outgoing.once('socket', (socket) => {
      // A socket that was used before, or whose tunnel through a proxy is open, is connected.
      if (!socket.connecting) this.#noteConnection();
      else socket.once(isHttps ? 'secureConnect' : 'connect', () => this.#noteConnection());
    });
    return outgoing;
  }

  #noteConnection(): void {
    this.#isConnected = true;
  }

  #sendBody(outgoing: ClientRequest): void {
    const { body } = this.#options;
    if (body) return void outgoing.end(body);

    // Added before `pipe`, so that every chunk that is forwarded is captured.
    this.#req.on('data', (chunk: Buffer) => {
      this.#lastChunkAt = performance.now();
      this.#requestBody.add(chunk);
    });
    this.#req.pipe(outgoing);
  }

  #sendBack(response: IncomingMessage, outgoing: ClientRequest): void {
    this.#waitedMs = this.#measureWait();
    this.#response = response;
    const res = this.#res;
    res.sendDate = false;
    const { statusCode = 502, statusMessage } = response;
    try {
      res.writeHead(statusCode, statusMessage, endToEndHeaders(response).flat());
    } catch (error) {
      // The parser of Node.js accepts more than its `writeHead`: a status of 99, for example.
      return void outgoing.destroy(error as Error);
    }

    // Otherwise Node.js would not send the head until the first chunk of the body.
    res.flushHeaders();
    response.on('data', (chunk: Buffer) => this.#responseBody.add(chunk));
    response.once('error', (error) => this.#abort(error));
    response.pipe(res);
  }

  #abort(cause: NodeJS.ErrnoException): void {
    const res = this.#res;
    const isMalformed = malformedCodes.test(cause.code ?? '');
    // What follows a complete response concerns the backend's connection only.
    const isComplete = this.#response?.complete && res.headersSent;
    if (isComplete && !isMalformed) return;

    const interrupted = res.headersSent ? 'reset mid-body' : 'reset';
    const error = { cause, isConnected: this.#isConnected };
    this.#end(isMalformed ? 'malformed' : interrupted, error);
    if (!isComplete) res.destroy();
  }

  /** Only the first call has an effect. */
  #end(outcome: ExchangeOutcome, error?: BackendError): void {
    const { headers } = this.#req;
    const { body } = this.#options;
    const response = this.#response;
    this.#resolve({
      outcome,
      error,
      response,
      waitedMs: response ? this.#waitedMs : this.#measureWait(),
      readRequestBody: async () =>
        body ? { kind: 'decoded', body } : this.#requestBody.read(headers['content-encoding']),
      readResponseBody: () => this.#responseBody.read(response?.headers['content-encoding']),
    });
  }

  #measureWait(): number | undefined {
    return this.#req.complete ? performance.now() - this.#lastChunkAt : undefined;
  }
}
