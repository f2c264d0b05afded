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

type ExchangeOutcome = Extract<
  RequestOutcome,
  'pending' | 'completed' | 'reset' | 'reset mid-body' | 'malformed' | 'client aborted'
>;

export interface BackendError {
  cause: NodeJS.ErrnoException;
  /** Whether the request may have been sent. */
  isConnected: boolean;
}

export interface ForwardOptions {
  /** The URL of the backend. Its path is prepended to the request target. */
  backend: URL;
  /** The name of this proxy in the header `Via`. */
  via: string;
  agent: Agent;
  /** The request target to send in place of the original one. */
  target?: string | undefined;
  /** The decompressed body to send, if it has already been read. */
  body?: Buffer | undefined;
}

/** The limit on forwarding one request. A backend that forwards to this proxy would otherwise cause an endless loop. */
const maxForwards = 10;

/** The error codes of a malformed response, from the HTTP parser and `writeHead`. */
const malformedCodes = /^(HPE_|ERR_INVALID_CHAR$|ERR_HTTP_INVALID_)/;

/**
 * Forwards a request unchanged and streams the response back. If the backend does not respond, or
 * stops mid-body, the client's connection is closed: a response generated here would hide how the
 * client's gateway handles the failure. Resolves when the exchange has ended.
 */
export function forward(
  req: IncomingMessage,
  res: ServerResponse,
  options: ForwardOptions,
): Promise<BackendExchange> {
  const exchange = new BackendExchange(req, res, options);
  const isLoop = (req.headers.via ?? '').split(options.via).length > maxForwards;
  if (isLoop) exchange.drop();
  else exchange.start();
  return exchange.ended;
}

/** A forwarded request and its response. */
export class BackendExchange {
  readonly req: IncomingMessage;
  outcome: ExchangeOutcome = 'pending';
  /** The error of the backend; undefined if the outcome is `completed` or `client aborted`. */
  error: BackendError | undefined;
  /** The response; undefined if none has begun. */
  response: IncomingMessage | undefined;
  /**
   * The time from the end of the request to the beginning of the response or to the end of the exchange; undefined if
   * the request was not sent completely.
   */
  waitedMs: number | undefined;

  readonly #end = Promise.withResolvers<BackendExchange>();
  readonly #res: ServerResponse;
  readonly #options: ForwardOptions;
  readonly #requestBody = new CapturedBody();
  readonly #responseBody = new CapturedBody();
  #isConnected = false;
  /** The time at which the last byte of the request was sent. */
  #sentAt: number | undefined;

  constructor(req: IncomingMessage, res: ServerResponse, options: ForwardOptions) {
    this.req = req;
    this.#res = res;
    this.#options = options;
  }

  get ended(): Promise<BackendExchange> {
    return this.#end.promise;
  }

  /** Returns the decompressed request body, as far as it was forwarded. */
  async readRequestBody(): Promise<DecodedContent> {
    const { body } = this.#options;
    if (body) return { kind: 'decoded', body };
    return this.#requestBody.read(this.req.headers['content-encoding']);
  }

  /** Returns the decompressed response body, as far as it was forwarded. */
  readResponseBody(): Promise<DecodedContent> {
    return this.#responseBody.read(this.response?.headers['content-encoding']);
  }

  /** Closes the client's connection. */
  drop(): void {
    this.#endWith('reset');
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
    res.once('finish', () => this.#endWith('completed'));
    res.once('close', () => {
      this.#endWith('client aborted');
      // Aborts the backend request when the client aborts.
      if (!this.response?.readableEnded) outgoing.destroy();
    });
  }

  #connect(): ClientRequest {
    const { backend, agent, target = this.req.url ?? '/' } = this.#options;
    const isHttps = backend.protocol === 'https:';
    const headers = createRequestHeaders(this.req, this.#options);
    const outgoing = (isHttps ? requestHttps : requestHttp)({
      protocol: backend.protocol,
      hostname: backend.hostname.replace(/^\[|\]$/g, ''),
      port: backend.port,
      path: backend.pathname.replace(/\/+$/, '') + originForm(target),
      method: this.req.method,
      headers: headers as unknown as Record<string, string>,
      agent,
    });
    const noteConnection = () => {
      this.#isConnected = true;
    };
    outgoing.once('socket', (socket) => {
      // A socket that was used before, or whose tunnel through a proxy is open, is connected.
      if (!socket.connecting) noteConnection();
      else socket.once(isHttps ? 'secureConnect' : 'connect', noteConnection);
    });
    return outgoing;
  }

  #sendBody(outgoing: ClientRequest): void {
    const { body } = this.#options;
    const noteEnd = () => {
      this.#sentAt = performance.now();
    };
    if (body) return void outgoing.end(body, noteEnd);

    // Added before `pipe`, so that every chunk that is forwarded is captured.
    this.req.on('data', (chunk: Buffer) => this.#requestBody.add(chunk)).once('end', noteEnd);
    this.req.pipe(outgoing);
  }

  #sendBack(response: IncomingMessage, outgoing: ClientRequest): void {
    this.waitedMs = this.#measureWait();
    this.response = response;
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
    // An error after a complete response concerns only the connection to the backend.
    const isComplete = this.response?.complete && res.headersSent;
    if (isComplete && !isMalformed) return;

    const interrupted = res.headersSent ? 'reset mid-body' : 'reset';
    const error = { cause, isConnected: this.#isConnected };
    this.#endWith(isMalformed ? 'malformed' : interrupted, error);
    if (!isComplete) res.destroy();
  }

  /** Ends the exchange. Only the first call has an effect. */
  #endWith(outcome: ExchangeOutcome, error?: BackendError): void {
    if (this.outcome !== 'pending') return;

    this.outcome = outcome;
    this.error = error;
    if (!this.response) this.waitedMs = this.#measureWait();
    this.#end.resolve(this);
  }

  #measureWait(): number | undefined {
    return this.#sentAt === undefined ? undefined : performance.now() - this.#sentAt;
  }
}
