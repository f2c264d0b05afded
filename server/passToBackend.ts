import { addAbortListener } from 'node:events';
import { type ClientRequest, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { type RequestHandler, Router } from 'express';
import type { Config } from './config.ts';
import { type Caller, findCaller } from './findCaller.ts';
import { type BackendCall, createForwarder, type ForwarderOptions } from './forwarder.ts';
import { answerGatewayProblem } from './gatewayProblem.ts';
import { headersForBackend } from './headersForBackend.ts';
import { trimHeadersFromBackend } from './headersFromBackend.ts';
import { isUnder } from './paths.ts';
import { readBody } from './readBody.ts';
import type { Services } from './services.ts';

declare global {
  namespace Express {
    interface Locals {
      /** Who asks. */
      caller: Caller;
      /** Why the backend gave no whole answer, as Node's error code. */
      backendFault?: string | undefined;
    }
  }
}

export type BackendConfig = Pick<
  Config,
  'backendUrl' | 'proxyPaths' | 'proxyTimeoutMs' | 'trustedProxyHops'
>;

/**
 * Passes the proxied paths on to the backend.
 *
 * Reading calls share kept connections. One that dies while idle costs nothing: the call is made again
 * on a connection of its own. A submission cannot be made twice, so it always has its own connection;
 * once it has arrived here whole it is delivered, even when its sender has left.
 */
export function passToBackend(
  config: BackendConfig,
  { limits, work }: Pick<Services, 'limits' | 'work'>,
  guard: RequestHandler,
): RequestHandler {
  const common = {
    target: config.backendUrl,
    connectMs: Math.min(limits.connectMs, config.proxyTimeoutMs),
    answerMs: config.proxyTimeoutMs,
    onStart(proxyReq, req) {
      const done = work.begin();
      proxyReq.once('close', done);
      if (!Buffer.isBuffer(req.body)) return;
      outliveSender(proxyReq);
      proxyReq.write(req.body);
    },
    onAnswer(answer, _req, res) {
      if (res.destroyed) return void answer.destroy();
      trimHeadersFromBackend(answer.headers, res, config.backendUrl);
      if (answer.headers['content-type']?.startsWith('text/event-stream')) {
        const listening = addAbortListener(work.endless, () => res.destroy());
        res.once('close', () => listening[Symbol.dispose]());
      }
    },
    onFailure(error, call, _req, res) {
      res.locals.backendFault = call.fault;
      if (!res.headersSent && !res.destroyed) answerGatewayProblem(res, error, call.connected);
    },
  } satisfies Omit<ForwarderOptions, 'agent'>;

  const alone = createForwarder({ ...common, agent: false });
  const shared = createForwarder({
    ...common,
    agent: createAgent(config.backendUrl, limits.idleBackendMs),
    onFailure(error, call, req, res) {
      if (diedIdle(error, call) && !res.headersSent && !res.destroyed) void alone(req, res);
      else common.onFailure(error, call, req, res);
    },
  });

  const router = Router();
  router.use((req, res, next) => {
    // Once its connection is closed a client has no address any more.
    res.locals.caller = findCaller(req, config.trustedProxyHops);
    next();
  });
  router.use(readBody(limits));
  router.use(guard, (req, res) => {
    const body = Buffer.isBuffer(req.body) ? req.body : undefined;
    const { requestId, caller } = res.locals;
    req.headers = headersForBackend(req, { body, requestId, caller });
    // A backend that says nothing about keeping an answer or about framing it gets the safest.
    res.set('Cache-Control', 'no-store');
    void (req.method === 'POST' ? alone : shared)(req, res);
  });
  return (req, res, next) =>
    config.proxyPaths.some((path) => isUnder(path, req.url)) ? router(req, res, next) : next();
}

function createAgent(backendUrl: string, idleMs: number): HttpAgent {
  const options = { keepAlive: true, timeout: idleMs };
  return backendUrl.startsWith('https:') ? new HttpsAgent(options) : new HttpAgent(options);
}

/** The proxy library ends a call, giving no reason, when the client's connection closes. */
function outliveSender(proxyReq: ClientRequest): void {
  const destroy = proxyReq.destroy.bind(proxyReq);
  proxyReq.destroy = (reason) => (reason ? destroy(reason) : proxyReq);
}

function diedIdle(error: NodeJS.ErrnoException, call: BackendCall): boolean {
  return call.reused && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}
