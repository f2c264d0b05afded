import { EventEmitter } from 'node:events';
import type {
  Agent,
  ClientRequest,
  IncomingHttpHeaders,
  IncomingMessage,
  ServerResponse,
} from 'node:http';
import type { Request, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { BackendError } from './BackendError.ts';
import { createBodilessEnd, isBodiless } from './endBodiless.ts';
import { sendBody } from './sendBody.ts';

/** One request to the backend. */
export interface BackendCall {
  /** Whether the connection was established, so that the request may have arrived. */
  connected: boolean;
  /** Whether the connection had served another call before. */
  reused: boolean;
  /** Whether an error was reported. */
  failed: boolean;
  /** Set once the backend has sent its headers. */
  response?: IncomingMessage;
}

export interface ForwarderOptions {
  /** The backend's base URL. */
  target: string;
  agent: Agent;
  connectTimeoutMs: number;
  /** Limits the whole call, from connecting to the last byte of the response. */
  proxyTimeoutMs: number;
  /** The number of calls that may be in flight. */
  maxInFlight: number;
  /** Returns a function that is called when the call has ended; more than once if its connection lasts longer. */
  onRequest(res: Response): () => void;
  /** Sets the status and the headers of `res`. The call fails if it throws. */
  onResponse(proxyRes: IncomingMessage, res: Response): void;
  /**
   * Called once for a call that failed. The headers are sent with the first byte of the body, so a response
   * that fails before it can still be replaced.
   */
  onError(error: NodeJS.ErrnoException, call: BackendCall, res: Response): void;
}

/**
 * The request that the library sends, in place of the client's. The library pipes the latter, so a body that
 * the parser did not announce would become a second request at the backend.
 */
class ForwardedRequest extends EventEmitter implements BackendCall {
  connected = false;
  reused = false;
  failed = false;
  response?: IncomingMessage;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | undefined;
  /** The response to the client. */
  readonly res: Response;
  onEnd = () => {};

  constructor({ method, url, headers, body }: Request, res: Response) {
    super();
    this.method = method;
    this.url = url;
    this.headers = headers;
    this.body = body;
    this.res = res;
  }

  pipe(proxyReq: ClientRequest): ClientRequest {
    return proxyReq.end(this.body);
  }
}

/**
 * The response that the library watches, in place of the client's. The library aborts the call when it emits
 * `close`, and destroys the client's when the backend's fails, which then could not be replaced by a 502.
 */
class WatchedResponse extends EventEmitter {
  readonly destroyed = true;
}

/**
 * Creates a handler that forwards a request to the backend and streams the response back. A POST that the
 * backend has not responded to is completed even if its client disconnects.
 */
export function createForwarder(options: ForwarderOptions) {
  const endBodiless = createBodilessEnd(options.maxInFlight);
  const fail = (error: Error, call: ForwardedRequest) => {
    // A connection that fails after the last byte of a response does not affect it.
    if (call.failed || call.response?.complete) return;
    call.failed = true;
    call.response?.destroy();
    options.onError(error, call, call.res);
  };

  const forward = createProxyMiddleware<
    ForwardedRequest & IncomingMessage,
    WatchedResponse & ServerResponse
  >({
    target: options.target,
    agent: options.agent,
    selfHandleResponse: true,
    // The default plugins send and log the requested URL.
    ejectPlugins: true,
    plugins: [
      (server) => {
        server.on('proxyReq', (proxyReq, call) => {
          watchConnection(proxyReq, call, options);
          proxyReq.once('upgrade', (_response, socket) => {
            socket.destroy();
            fail(new BackendError('EPROTO'), call);
          });
          call.onEnd = options.onRequest(call.res);
          proxyReq.once('close', call.onEnd);
        });
        server.on('proxyRes', (proxyRes, call) => {
          const { res } = call;
          call.response = proxyRes;
          if (res.destroyed) return void proxyRes.destroy();
          try {
            options.onResponse(proxyRes, res);
            if (!isBodiless(proxyRes)) return sendBody(proxyRes, res);
            res.end();
            call.onEnd();
            endBodiless(proxyRes);
          } catch (error) {
            fail(error as Error, call);
          }
        });
        server.on('error', (error, call) => call && fail(error, call));
        // The library takes a connection that the backend has reset for the client's.
        server.on('econnreset', (error, call) => fail(error, call));
      },
    ],
  }) as unknown as (call: ForwardedRequest, watched: WatchedResponse) => Promise<void>;

  return (req: Request, res: Response): void => {
    const call = new ForwardedRequest(req, res);
    const watched = new WatchedResponse();
    res.once('close', () => {
      const isAborted = !res.writableFinished && (req.method !== 'POST' || call.response);
      if (isAborted) watched.emit('close');
    });
    void forward(call, watched);
  };
}

/** Records when the connection is established, and aborts the call when a timeout expires. */
function watchConnection(
  proxyReq: ClientRequest,
  call: BackendCall,
  { connectTimeoutMs, proxyTimeoutMs }: ForwarderOptions,
): void {
  const abort = () => {
    // The client may still be reading a response that is complete.
    if (!call.response?.complete) proxyReq.destroy(new BackendError('ETIMEDOUT'));
  };
  const responseTimer = setTimeout(abort, proxyTimeoutMs);
  proxyReq.once('close', () => clearTimeout(responseTimer));
  call.reused = proxyReq.reusedSocket;
  call.connected = call.reused;
  if (call.reused) return;
  const { socket } = proxyReq;
  const connectTimer = setTimeout(abort, connectTimeoutMs);
  proxyReq.once('close', () => clearTimeout(connectTimer));
  socket?.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
    clearTimeout(connectTimer);
    call.connected = true;
  });
}
