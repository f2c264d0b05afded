import { EventEmitter } from 'node:events';
import type { Agent, ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Config } from '../config/config.ts';
import type { Limits } from '../config/limits.ts';
import type { ProxyLocals, Response } from '../locals.ts';
import type { Services } from '../services.ts';
import { BackendError } from './BackendError.ts';
import { createBackendAgents } from './createBackendAgents.ts';

export interface ForwarderListeners {
  /** Sets the status and the headers of `res`. The call fails if it throws. */
  onResponse(proxyRes: IncomingMessage, res: Response<ProxyLocals>): void;
  /**
   * Called once for a call that failed, but not for one that was aborted because its client has left. The headers are
   * sent with the first byte of the body, so a response that fails before it can still be replaced.
   */
  onError(error: NodeJS.ErrnoException, call: BackendCall): void;
}

/** A backend that sends informational responses without end must not keep the process busy. */
const maxInformational = 100;

/**
 * Creates one request to the backend. http-proxy-middleware makes the connection, the URL and the request, and gets
 * this object in place of both the client's request and its response, because its treatment of those is wrong here:
 *
 * - It pipes the request, so a body that the parser did not announce would become a second request at the backend.
 *   `pipe()` sends the body that the host has buffered.
 * - It aborts the call when the response closes. A POST is delivered even then, so `close` is emitted for a GET only.
 * - It destroys the response when the backend's is incomplete, which then could not be replaced by a 502. It leaves
 *   a response alone that is already `destroyed`.
 */
function createCall(res: Response<ProxyLocals>, deadline: number) {
  const { method, url, headers, body } = res.req;
  return Object.assign(new EventEmitter(), {
    method,
    url,
    headers,
    pipe: (proxyReq: ClientRequest) => proxyReq.end(body),
    destroyed: true,
    /** The response to the client. */
    res,
    /** When the call times out, by `performance.now()`. */
    deadline,
    /** Set once the backend has sent its headers. */
    response: undefined as IncomingMessage | undefined,
    /** Whether the connection was established, so that the request may have arrived. */
    connected: false,
    /** Whether the connection had served another call before. */
    reused: false,
    /** Whether it has failed, or was aborted because its client has left; later errors do not matter. */
    ended: false,
  });
}

export type BackendCall = ReturnType<typeof createCall>;

/**
 * Creates a function that forwards a request to the backend and streams the response back. A POST that the
 * backend has not responded to is completed even if its client disconnects. A request on a pooled connection that
 * was no longer usable is sent again on a new one.
 */
export function createForwarder(
  config: Config,
  services: Services,
  { onResponse, onError }: ForwarderListeners,
) {
  const agents = createBackendAgents(config, services);

  const fail = (error: NodeJS.ErrnoException, call: BackendCall) => {
    const { res } = call;
    // A connection that fails after the last byte of a response does not affect it.
    if (call.ended || call.response?.complete) return;
    call.ended = true;
    call.response?.destroy();
    if (isStaleConnection(error, call)) forward(res, sendUnpooled, call.deadline);
    else onError(error, call);
  };

  const createSender = (agent: Agent) =>
    createProxyMiddleware<BackendCall & IncomingMessage, BackendCall & ServerResponse>({
      target: config.backendUrl,
      agent,
      selfHandleResponse: true,
      // The default plugins send and log the requested URL.
      ejectPlugins: true,
      plugins: [
        (server) => {
          server.on('proxyReq', (proxyReq, call) => {
            watchConnection(proxyReq, call, services.limits);
            let informational = 0;
            proxyReq.on('information', () => {
              informational++;
              if (informational > maxInformational) {
                proxyReq.destroy(new BackendError('ERR_BACKEND_INFORMATIONAL'));
              }
            });
            proxyReq.once('response', ({ statusCode }) => {
              // Some backends send a body with these, which would become the response to the next request.
              if (statusCode === 204 || statusCode === 304) proxyReq.shouldKeepAlive = false;
            });
            proxyReq.once('upgrade', (_response, socket) => {
              socket.destroy();
              fail(new BackendError('EPROTO'), call);
            });
            proxyReq.once('close', call.res.locals.inFlight.start());
          });
          server.on('proxyRes', (proxyRes, call) => {
            const { res } = call;
            call.response = proxyRes;
            if (res.destroyed) return void proxyRes.destroy();
            try {
              onResponse(proxyRes, res);
              sendBody(proxyRes, res);
            } catch (error) {
              fail(error as Error, call);
            }
          });
          server.on('error', (error, call) => call && fail(error, call));
          // The library takes a connection that the backend has reset for the client's.
          server.on('econnreset', fail);
        },
      ],
    }) as unknown as (req: BackendCall, res: BackendCall) => Promise<void>;

  const sendPooled = createSender(agents.pooled);
  const sendUnpooled = createSender(agents.unpooled);

  function forward(
    res: Response<ProxyLocals>,
    send: typeof sendPooled,
    deadline = performance.now() + config.proxyTimeoutMs,
  ): void {
    const call = createCall(res, deadline);
    res.once('close', () => {
      call.ended ||=
        !res.writableFinished && (call.method !== 'POST' || call.response !== undefined);
      if (call.ended) call.emit('close');
    });
    void send(call, call);
  }

  return (res: Response<ProxyLocals>, isPooled: boolean): void =>
    forward(res, isPooled ? sendPooled : sendUnpooled);
}

/** Whether the backend had closed an idle connection; some send a 408 then. */
function isStaleConnection({ code = '' }: NodeJS.ErrnoException, call: BackendCall): boolean {
  const errors = call.response ? /^ERR_BACKEND_TIMEOUT$/ : /^(?:ECONNRESET|EPIPE)$/;
  return call.reused && errors.test(code);
}

/** Records when the connection is established, and aborts the call when a timeout expires. */
function watchConnection(
  proxyReq: ClientRequest,
  call: BackendCall,
  { connectTimeoutMs }: Limits,
): void {
  const abortAfter = (timeoutMs: number) => {
    const timer = setTimeout(() => proxyReq.destroy(new BackendError('ETIMEDOUT')), timeoutMs);
    proxyReq.once('close', () => clearTimeout(timer));
    return timer;
  };
  abortAfter(call.deadline - performance.now());
  call.reused = proxyReq.reusedSocket;
  call.connected = call.reused;
  if (call.reused) return;
  const { socket } = proxyReq;
  const connectTimer = abortAfter(connectTimeoutMs);
  socket?.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
    clearTimeout(connectTimer);
    call.connected = true;
  });
}

/**
 * Streams the body of a backend's response to a client. Reads all chunks that have arrived as one, because
 * each takes hundreds of bytes beside its payload. While the client does not read, the connection to the
 * backend is paused, so that no more arrive; `pipe()` would keep 64 KiB, of one-byte chunks at worst.
 */
function sendBody(proxyRes: IncomingMessage, res: ServerResponse): void {
  const { socket } = proxyRes;
  proxyRes.on('readable', () => {
    const chunk = proxyRes.read();
    if (chunk === null || res.write(chunk) || proxyRes.complete) return;
    socket.pause();
    res.once('drain', () => socket.resume());
  });
  proxyRes.once('end', () => res.end());
}
