import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { noBody } from './noBody.ts';

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
  onRequest(proxyReq: ClientRequest, req: Request, res: Response): void;
  /** Sets the status and the headers of `res`. The call fails if it throws. */
  onResponse(proxyRes: IncomingMessage, req: Request, res: Response): void;
  /**
   * Called once for a call that failed, unless it was aborted because the client disconnected. The headers
   * are sent with the first byte of the body, so a response that fails before it can still be replaced.
   */
  onError(error: NodeJS.ErrnoException, call: BackendCall, req: Request, res: Response): void;
}

/** The error of a call that exceeded a timeout. */
class BackendTimeoutError extends Error {
  override name = 'BackendTimeoutError';
  readonly code = 'ETIMEDOUT';
}

/** Creates a handler that forwards a request to the backend and streams the response back. */
export function createForwarder(options: ForwarderOptions) {
  const callKey = Symbol('backendCall');
  /**
   * The request with its call. A WeakMap with an entry for each request would take a tenth of the CPU time,
   * because the garbage collector is slow with them.
   */
  const withCall = (req: Request) => req as Request & { [callKey]?: BackendCall };
  const fail = (error: Error, call: BackendCall, req: Request, res: Response) => {
    if (call.failed) return;
    call.failed = true;
    call.response?.unpipe(res).destroy();
    options.onError(error, call, req, res);
  };

  return createProxyMiddleware<Request, Response>({
    target: options.target,
    agent: options.agent,
    buffer: noBody,
    changeOrigin: true,
    // The default plugins send and log the requested URL.
    ejectPlugins: true,
    plugins: [
      (server) => {
        server.on('start', (req) => {
          withCall(req)[callKey] = { connected: false, reused: false, failed: false };
        });
        server.on('proxyReq', (proxyReq, req, res) => {
          const call = withCall(req)[callKey];
          if (!call) return;
          watchConnection(proxyReq, call, options);
          // The library's listener drops the client's connection when a response fails before its body.
          proxyReq.removeAllListeners('response').once('response', (proxyRes) => {
            call.response = proxyRes;
            proxyRes.on('error', (error) => fail(error, call, req, res));
            if (res.destroyed) return void proxyRes.destroy();
            try {
              options.onResponse(proxyRes, req, res);
              res.once('close', () => proxyRes.destroy());
              proxyRes.pipe(res);
            } catch (error) {
              fail(error as Error, call, req, res);
            }
          });
          options.onRequest(proxyReq, req, res);
        });
        server.on('error', (error, req, res) => {
          const call = req && withCall(req)[callKey];
          // A connection that fails after the last byte of a response does not affect it.
          if (!call || call.response?.complete || !res || !('locals' in res)) return;
          fail(error, call, req, res);
        });
      },
    ],
  });
}

/** Records when the connection is established, and aborts the call when a timeout expires. */
function watchConnection(
  proxyReq: ClientRequest,
  call: BackendCall,
  { connectTimeoutMs, proxyTimeoutMs }: ForwarderOptions,
): void {
  const abort = () => {
    // The client may still be reading a response that is complete.
    if (!call.response?.complete) proxyReq.destroy(new BackendTimeoutError());
  };
  const responseTimer = setTimeout(abort, proxyTimeoutMs);
  proxyReq.once('close', () => clearTimeout(responseTimer));
  // Without a listener, Node would close the connection without an error.
  proxyReq.once('upgrade', (_response, socket) => {
    socket.destroy();
    proxyReq.emit('error', Object.assign(new Error('Unexpected upgrade'), { code: 'EPROTO' }));
  });
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
