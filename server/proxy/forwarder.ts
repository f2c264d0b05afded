import { type Agent, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import type { Request } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Config } from '../config/config.ts';
import type { ProxyLocals, Response } from '../locals.ts';
import type { Services } from '../services.ts';
import { BackendCall, type ResponseListener } from './BackendCall.ts';
import { createBackendAgents } from './createBackendAgents.ts';

// http-proxy-middleware aborts a request when its client leaves, which no option changes, but a POST that is complete must
// be delivered. So the library sends GET and HEAD, and the host sends POST, with one `BackendCall` for the response of both.

/** `res.locals` of a forwarded request. */
export interface ForwardedLocals extends ProxyLocals {
  /** The latest attempt to send it to the backend. */
  call: BackendCall;
}

type ForwardedResponse = Response<ForwardedLocals>;

/** Sends a request to the backend; `res.locals.call` handles what comes back. */
type Sender = (req: Request, res: ForwardedResponse) => void;

export interface ForwarderListeners {
  onResponse: ResponseListener;
  /** Called once for a request that failed, but not for one that was aborted because its client has left. */
  onError(error: NodeJS.ErrnoException, res: ForwardedResponse): void;
}

/**
 * Creates a function that forwards a request to the backend and streams the response back. A GET on a pooled
 * connection that was no longer usable is sent again on a new one.
 */
export function createForwarder(
  { backendUrl, proxyTimeoutMs }: Config,
  services: Services,
  { onResponse, onError }: ForwarderListeners,
) {
  const agents = createBackendAgents(backendUrl, services);
  const target = createTarget(backendUrl);
  const sendPooled = createReadSender(target, agents.pooled);
  const sendUnpooled = createReadSender(target, agents.unpooled);
  const sendPost = createPostSender(target, agents.unpooled);

  const selectSender = ({ method, headers }: Request): Sender => {
    if (method === 'POST') return sendPost;
    return method === 'GET' && headers.authorization === undefined ? sendPooled : sendUnpooled;
  };

  const forward = (res: ForwardedResponse, send: Sender, deadline: number): void => {
    res.locals.call = new BackendCall({
      res,
      deadline,
      connectTimeoutMs: services.limits.connectTimeoutMs,
      onResponse,
      onError: (error, isStale) =>
        isStale ? forward(res, sendUnpooled, deadline) : onError(error, res),
    });
    send(res.req, res);
  };

  return (res: ForwardedResponse): void =>
    forward(res, selectSender(res.req), performance.now() + proxyTimeoutMs);
}

/** The dot behind a complete name is for the name server; some backends reject it in the server name of TLS. */
function createTarget(backendUrl: string): URL {
  const target = new URL(backendUrl);
  target.hostname = target.hostname.replace(/\.$/, '');
  return target;
}

/** Sends a GET or a HEAD with http-proxy-middleware, which aborts it when the client leaves. */
function createReadSender(target: URL, agent: Agent): Sender {
  const send = createProxyMiddleware<Request, ForwardedResponse>({
    target,
    agent,
    selfHandleResponse: true,
    // The default plugins log and send the requested URL.
    ejectPlugins: true,
    plugins: [
      (server) => {
        server.on('proxyReq', (proxyReq, _req, res) => {
          // The library's listener destroys `res` with an incomplete response, which a 502 could still replace.
          proxyReq.removeAllListeners('response');
          res.locals.call.watch(proxyReq);
          proxyReq.end();
        });
        server.on('error', (error, _req, res) =>
          (res as ForwardedResponse).locals.call.fail(error),
        );
      },
    ],
  });
  return (req, res) => void send(req, res);
}

/** Sends a POST without the library, so that it is delivered even if its client leaves. */
function createPostSender(target: URL, agent: Agent): Sender {
  const options = { ...urlToHttpOptions(target), agent, method: 'POST' };
  const basePath = target.pathname.replace(/\/+$/, '');
  const request = target.protocol === 'https:' ? requestHttps : requestHttp;

  return ({ url, headers, body }, res) => {
    const { call } = res.locals;
    const proxyReq = request({ ...options, path: basePath + url, headers });
    proxyReq.on('error', (error) => call.fail(error));
    proxyReq.once('socket', () => call.watch(proxyReq));
    proxyReq.once('response', (response) => res.once('close', () => response.destroy()));
    proxyReq.end(body);
  };
}
