import type { ClientRequest } from 'node:http';
import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { BackendTimeout } from './backendTimeout.ts';
import type { Config } from './config.ts';
import { answerGatewayProblem } from './gatewayProblem.ts';

/** Requests that are with the backend, and whether a connection to it came about. */
const connected = new WeakSet<Request>();

/** Passes the proxied paths on to the backend, and ends what it began: nothing waits for ever. */
export function passToBackend(
  config: Pick<Config, 'backendUrl' | 'proxyPaths' | 'proxyTimeoutMs'>,
): RequestHandler {
  const secure = config.backendUrl.startsWith('https:');
  const proxy = createProxyMiddleware<Request, Response>({
    target: config.backendUrl,
    agent: secure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true }),
    changeOrigin: true,
    // A plain prefix would let /restaurant through, and would be compared with a path in which dot
    // segments are already resolved while the backend gets them as they came.
    pathFilter: (_path, req) => isUnder(config.proxyPaths, req.originalUrl),
    // The default plugins answer with the address that was asked for, and log it.
    ejectPlugins: true,
    plugins: [
      (server) => {
        server.on('proxyReq', (proxyReq, req, res) => {
          proxyReq.setHeader('X-Request-Id', res.locals.requestId);
          noteConnection(proxyReq, () => connected.add(req));
          limitTime(proxyReq, res, config.proxyTimeoutMs);
        });
        server.on('error', (error, req, res) => {
          if (!(res && 'locals' in res) || res.headersSent || res.destroyed) return;
          const mayHaveArrived = req !== undefined && connected.has(req);
          answerGatewayProblem(res, error, mayHaveArrived);
        });
      },
    ],
  });
  return (req, res, next) => {
    // The client's wish for its own connection is not one for the connection to the backend.
    delete req.headers.connection;
    void proxy(req, res, next);
  };
}

function isUnder(prefixes: readonly string[], address: string): boolean {
  const path = address.split('?', 1)[0];
  return prefixes.some((prefix) => path === prefix || path?.startsWith(`${prefix}/`));
}

function noteConnection(proxyReq: ClientRequest, note: () => void): void {
  const socket = proxyReq.socket as Socket;
  if (!socket.connecting) note();
  else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', note);
}

function limitTime(proxyReq: ClientRequest, res: Response, limitMs: number): void {
  const timer = setTimeout(() => proxyReq.destroy(new BackendTimeout()), limitMs);
  res.once('close', () => clearTimeout(timer));
}
