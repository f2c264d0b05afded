import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { BackendTimeout } from './backendTimeout.ts';

/** One call to the backend. */
export interface BackendCall {
  /** A connection came about, so that the request may have arrived. */
  connected: boolean;
  /** The connection had served another call before. */
  reused: boolean;
  /** What went wrong, as Node's error code. */
  fault?: string;
}

export interface ForwarderOptions {
  target: string;
  /** false makes a connection for each call. */
  agent: Agent | false;
  connectMs: number;
  /** For the whole call, from the connection to the last byte of the answer. */
  answerMs: number;
  onStart(proxyReq: ClientRequest, req: Request, res: Response): void;
  onAnswer(answer: IncomingMessage, req: Request, res: Response): void;
  /** Not called when the client has left and the call with it. */
  onFailure(error: NodeJS.ErrnoException, call: BackendCall, req: Request, res: Response): void;
}

/** Passes a request on and streams the answer back, within time limits. */
export function createForwarder(options: ForwarderOptions) {
  const calls = new WeakMap<Request, BackendCall>();
  return createProxyMiddleware<Request, Response>({
    target: options.target,
    // Typed as an agent; false is what stands for none.
    agent: options.agent as Agent,
    changeOrigin: true,
    // A cookie's domain would name the backend, and browsers would refuse it.
    cookieDomainRewrite: '',
    // The default plugins answer with the address that was asked for, and log it.
    ejectPlugins: true,
    plugins: [
      (server) => {
        server.on('start', (req) => {
          calls.set(req, { connected: false, reused: false });
        });
        server.on('proxyReq', (proxyReq, req, res) => {
          const call = calls.get(req);
          if (call) watchConnection(proxyReq, call, options);
          options.onStart(proxyReq, req, res);
        });
        server.on('proxyRes', (answer, req, res) => options.onAnswer(answer, req, res));
        server.on('error', (error: NodeJS.ErrnoException, req, res) => {
          const call = req && calls.get(req);
          if (!call || !res || !('locals' in res)) return;
          call.fault = error.code ?? error.name;
          options.onFailure(error, call, req, res);
        });
      },
    ],
  });
}

/** Notes when the connection comes about, and ends the call when it or the answer takes too long. */
function watchConnection(
  proxyReq: ClientRequest,
  call: BackendCall,
  { connectMs, answerMs }: ForwarderOptions,
): void {
  const end = () => proxyReq.destroy(new BackendTimeout());
  const answering = setTimeout(end, answerMs);
  const connecting = setTimeout(end, connectMs);
  proxyReq.once('close', () => {
    clearTimeout(answering);
    clearTimeout(connecting);
  });
  // Nobody asked for another protocol, and Node would drop such an answer without a word.
  proxyReq.once('upgrade', (_answer, socket) => {
    socket.destroy();
    proxyReq.emit('error', Object.assign(new Error('unasked upgrade'), { code: 'EPROTO' }));
  });
  const connected = () => {
    clearTimeout(connecting);
    call.connected = true;
  };
  const { socket } = proxyReq;
  call.reused = proxyReq.reusedSocket;
  if (call.reused) connected();
  else socket?.once('encrypted' in socket ? 'secureConnect' : 'connect', connected);
}
