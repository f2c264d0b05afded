import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Response } from '../locals.ts';
import type { HeaderList } from '../responses/prepareHeaders.ts';
import { BackendError } from './BackendError.ts';
import type { ProxiedRequest } from './ProxiedRequest.ts';

/** A function that returns the headers of the response to the client. The call fails if it throws. */
export type ResponseListener = (proxyRes: IncomingMessage, res: Response) => HeaderList;

interface BackendCallOptions {
  request: ProxiedRequest;
  /** The time at which the call times out, on the clock of `performance.now()`. */
  deadline: number;
  connectTimeoutMs: number;
  onResponse: ResponseListener;
  /**
   * Handles the failure of the call. Is called at most once, and not if the client has disconnected, unless a POST may
   * have been lost. No header has been sent to the client if the call fails before the first byte of the response's
   * body, so that an error can be sent instead.
   *
   * @param isStale whether the backend had closed an idle connection
   */
  onError(error: NodeJS.ErrnoException, isStale: boolean): void;
}

/** One request to the backend, with its response and its state. */
export class BackendCall {
  /** Whether a connection was established, so that the request may have arrived. */
  isConnected = false;
  readonly #options: BackendCallOptions;
  #isReused = false;
  #response: IncomingMessage | undefined;
  #hasFailed = false;

  constructor(options: BackendCallOptions) {
    this.#options = options;
  }

  /** Limits the time of a request that has a socket, and handles its response. */
  watch(proxyReq: ClientRequest): void {
    this.#limitTime(proxyReq);
    proxyReq.once('response', (response) => {
      // Some backends send a body with these, which would become the response to the next request.
      const mayHaveExcess = response.statusCode === 204 || response.statusCode === 304;
      if (mayHaveExcess) proxyReq.shouldKeepAlive = false;
      this.#forward(response);
    });
    proxyReq.once('upgrade', (_response, socket) => {
      socket.destroy();
      this.fail(new BackendError('EPROTO'));
    });
    proxyReq.once('close', this.#options.request.inFlight.start());
  }

  /** Ends the call. Only the first error counts. */
  fail(error: NodeJS.ErrnoException): void {
    const response = this.#response;
    // A connection that fails after the last byte of a response does not affect it.
    if (this.#hasFailed || response?.complete) return;

    this.#hasFailed = true;
    response?.destroy();
    const { onError, request } = this.#options;
    const { res } = request;
    const isPendingPost = res.req.method === 'POST' && !response;
    if (!res.destroyed || isPendingPost) onError(error, this.#isStale(error));
  }

  /** Whether the backend had closed the idle connection; some backends send a 408 before they do. */
  #isStale({ code = '' }: NodeJS.ErrnoException): boolean {
    const errors = this.#response ? /^ERR_BACKEND_TIMEOUT$/ : /^(?:ECONNRESET|EPIPE)$/;
    return this.#isReused && errors.test(code);
  }

  #limitTime(proxyReq: ClientRequest): void {
    const abortAfter = (timeoutMs: number) => {
      const timer = setTimeout(() => proxyReq.destroy(new BackendError('ETIMEDOUT')), timeoutMs);
      proxyReq.once('close', () => clearTimeout(timer));
      return timer;
    };
    abortAfter(Math.max(this.#options.deadline - performance.now(), 1));
    this.#isReused = proxyReq.reusedSocket;
    this.isConnected = this.#isReused;
    if (this.#isReused) return;

    const { socket } = proxyReq;
    const connectTimer = abortAfter(this.#options.connectTimeoutMs);
    socket?.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
      clearTimeout(connectTimer);
      this.isConnected = true;
    });
  }

  #forward(response: IncomingMessage): void {
    const { onResponse, request } = this.#options;
    const { res } = request;
    this.#response = response;
    response.on('error', (error) => this.fail(error));
    if (res.destroyed) {
      response.destroy();
      return;
    }

    try {
      sendResponse(response, onResponse(response, res), res);
    } catch (error) {
      this.fail(error as Error);
    }
  }
}

/**
 * Streams a backend's response to a client. Reads all chunks that have arrived as one, because each takes hundreds
 * of bytes beside its payload. While the client does not read, the connection to the backend is paused, so that no
 * more arrive; `pipe()` would keep 64 KiB, of one-byte chunks at worst.
 */
function sendResponse(proxyRes: IncomingMessage, headers: HeaderList, res: ServerResponse): void {
  const { socket, statusCode = 0 } = proxyRes;
  const sendHead = () => {
    if (!res.headersSent) res.writeHead(statusCode, headers);
  };
  proxyRes.on('readable', () => {
    const chunk = proxyRes.read();
    if (chunk === null) return;

    sendHead();
    if (res.write(chunk) || proxyRes.complete) return;

    socket.pause();
    res.once('drain', () => socket.resume());
  });
  proxyRes.once('end', () => {
    sendHead();
    res.end();
  });
}
