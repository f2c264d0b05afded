import { type Agent, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import type { Request } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Config } from '../config/config.ts';
import type { Services } from '../services.ts';
import { BackendCall, type ResponseListener } from './BackendCall.ts';
import { createBackendAgents } from './createBackendAgents.ts';
import type { ProxiedRequest } from './ProxiedRequest.ts';

// http-proxy-middleware aborts a request when its client disconnects, which no option changes, but a POST that is complete must
// be delivered. So the library sends GET and HEAD, and the host sends POST, with one `BackendCall` for the response of both.

/** A function that sends a request to the backend; the call handles the response or the error. */
type Sender = (request: ProxiedRequest, call: BackendCall) => void;

export interface ForwarderListeners {
  onResponse: ResponseListener;
  /**
   * Handles a failed request. Is called once, and not for a request that was aborted because its client has
   * disconnected.
   * @param mayHaveArrived whether the backend may have received the request
   */
  onError(error: NodeJS.ErrnoException, request: ProxiedRequest, mayHaveArrived: boolean): void;
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

  const selectSender = ({ req, headers }: ProxiedRequest): Sender => {
    if (req.method === 'POST') return sendPost;
    return req.method === 'GET' && headers.authorization === undefined ? sendPooled : sendUnpooled;
  };

  const forward = (request: ProxiedRequest, send: Sender, deadline: number): void => {
    const call = new BackendCall({
      request,
      deadline,
      connectTimeoutMs: services.limits.connectTimeoutMs,
      onResponse,
      onError(error, isStale) {
        if (isStale) forward(request, sendUnpooled, deadline);
        else onError(error, request, call.isConnected);
      },
    });
    send(request, call);
  };

  return (request: ProxiedRequest): void =>
    forward(request, selectSender(request), performance.now() + proxyTimeoutMs);
}

/** Returns the backend's URL without a dot at the end of its host name, which some backends reject in TLS. */
function createTarget(backendUrl: string): URL {
  const target = new URL(backendUrl);
  target.hostname = target.hostname.replace(/\.$/, '');
  return target;
}

/** A GET or HEAD as http-proxy-middleware gets it: with the headers for the backend, and the call that watches it. */
interface GetOrHeadRequest extends Request {
  call: BackendCall;
}

/** Creates a sender of GET and HEAD with http-proxy-middleware, which aborts them when the client disconnects. */
function createReadSender(target: URL, agent: Agent): Sender {
  const send = createProxyMiddleware<GetOrHeadRequest, ProxiedRequest['res']>({
    target,
    agent,
    selfHandleResponse: true,
    // The default plugins log and send the requested URL.
    ejectPlugins: true,
    plugins: [
      (server) => {
        server.on('proxyReq', (proxyReq, { call }) => {
          // The library's listener destroys `res` with an incomplete response, which a 502 could still replace.
          proxyReq.removeAllListeners('response');
          call.watch(proxyReq);
          proxyReq.end();
        });
        server.on('error', (error, req) => req?.call.fail(error));
      },
    ],
  });
  return ({ req, res, headers }, call) => {
    void send(Object.assign(req, { headers, call }), res);
  };
}

/** Creates a sender of POST without the library, so that it is delivered even if its client disconnects. */
function createPostSender(target: URL, agent: Agent): Sender {
  const options = { ...urlToHttpOptions(target), agent, method: 'POST' };
  const basePath = target.pathname.replace(/\/+$/, '');
  const request = target.protocol === 'https:' ? requestHttps : requestHttp;

  return ({ req, res, headers, body }, call) => {
    const proxyReq = request({ ...options, path: basePath + req.url, headers });
    proxyReq.on('error', (error) => call.fail(error));
    proxyReq.once('socket', () => call.watch(proxyReq));
    proxyReq.once('response', (response) => res.once('close', () => response.destroy()));
    proxyReq.end(body);
  };
}
