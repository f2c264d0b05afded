import { addAbortListener } from 'node:events';
import { type RequestHandler, type Response, Router } from 'express';
import type { Config } from '../config/config.ts';
import { clearResponse, sendProblem } from '../middleware/sendProblem.ts';
import { isUnder } from '../paths.ts';
import { createInFlightCounter, type InFlightCounter } from '../runtime/inFlight.ts';
import type { Services } from '../services.ts';
import { bufferRequestBody } from './bufferRequestBody.ts';
import { createBackendAgents } from './createBackendAgents.ts';
import { createHeaderRewriter } from './createHeaderRewriter.ts';
import { createHostIdentifier, createRequestHeaders } from './createRequestHeaders.ts';
import { createResponseHeadCopier } from './createResponseHeadCopier.ts';
import { type BackendCall, createForwarder, type ForwarderOptions } from './forwarder.ts';
import { limitInFlight } from './limitInFlight.ts';
import { type ClientAddress, resolveClientAddress } from './resolveClientAddress.ts';

declare global {
  namespace Express {
    interface Locals {
      clientAddress: ClientAddress;
      /** The response to a proxied request, and its calls to the backend. */
      exchange: InFlightCounter;
      /** The Node error code of a call to the backend that failed. */
      backendError?: string | undefined;
    }
  }
}

const unavailable = 'The service is not available at the moment.';

/**
 * Proxies requests under `proxyPaths` to the backend.
 *
 * GETs share kept-alive connections; one that fails because its connection was no longer usable is sent again
 * on a new one. All others get a connection of their own: a POST must not be sent twice, some backends send a body
 * with the response to HEAD, and some authenticate the connection for which they have accepted credentials. Once
 * the host has received a POST completely, it is delivered even if the client disconnects.
 */
export function proxy(
  config: Config,
  {
    limits,
    lookupAddresses,
    inFlight,
    shutdown,
    log,
  }: Pick<Services, 'limits' | 'lookupAddresses' | 'inFlight' | 'shutdown' | 'log'>,
): RequestHandler {
  const { forwardedResponseHeaders } = config;
  const hostIdentifier = createHostIdentifier(config.backendUrl);
  const rewriteHeader = createHeaderRewriter(config.backendUrl);
  const copyResponseHead = createResponseHeadCopier({
    rewriteHeader,
    forwardedResponseHeaders,
    log,
  });
  const common = {
    target: config.backendUrl,
    connectTimeoutMs: Math.min(limits.connectTimeoutMs, config.proxyTimeoutMs),
    proxyTimeoutMs: config.proxyTimeoutMs,
    maxInFlight: config.maxInFlight,
    onRequest(res) {
      const ends = [inFlight.start(), res.locals.exchange.start()];
      return () => {
        for (const end of ends.splice(0)) end();
      };
    },
    onResponse(proxyRes, res) {
      copyResponseHead(proxyRes, res);
      if (proxyRes.headers['content-type']?.startsWith('text/event-stream')) {
        const listener = addAbortListener(shutdown.signal, () => res.destroy());
        res.once('close', () => listener[Symbol.dispose]());
      }
    },
    onError(error, call, res) {
      res.locals.backendError = error.code ?? error.name;
      if (res.headersSent) res.destroy();
      else if (!res.destroyed) sendGatewayError(res, error, call.connected);
    },
  } satisfies Omit<ForwarderOptions, 'agent'>;

  const agents = createBackendAgents(config, limits, lookupAddresses);
  const forwardUnpooled = createForwarder({ ...common, agent: agents.unpooled });
  const forwardPooled = createForwarder({
    ...common,
    agent: agents.pooled,
    onError(error, call, res) {
      const isRetryable = isStaleConnection(error, call) && !res.headersSent && !res.destroyed;
      if (isRetryable) forwardUnpooled(res.req, res);
      else common.onError(error, call, res);
    },
  });

  const router = Router();
  router.use((req, res, next) => {
    if (req.headers.forwarded?.includes(hostIdentifier)) {
      log.error({ id: res.locals.requestId }, 'BACKEND_URL leads back to the host');
      return sendProblem(res, 502, unavailable, { mayHaveArrived: false });
    }
    // A closed socket no longer has a remote address.
    res.locals.clientAddress = resolveClientAddress(req, config);
    res.locals.exchange = createInFlightCounter();
    res.once('close', res.locals.exchange.start());
    next();
  });
  router.use(bufferRequestBody(limits));
  router.use(limitInFlight(config));
  router.use((req, res) => {
    req.headers = createRequestHeaders(req.headers, { hostIdentifier, ...res.locals });
    // A default that the backend may override.
    res.set('Cache-Control', 'no-store');
    const isPooled = req.method === 'GET' && req.headers.authorization === undefined;
    (isPooled ? forwardPooled : forwardUnpooled)(req, res);
  });
  return (req, res, next) =>
    config.proxyPaths.some((path) => isUnder(path, req.url)) ? router(req, res, next) : next();
}

/** Whether the backend had closed an idle connection, or sent bytes beyond the previous response. */
function isStaleConnection({ code = '' }: NodeJS.ErrnoException, call: BackendCall): boolean {
  return call.reused && !call.response && /^(?:ECONNRESET|EPIPE|HPE_.+)$/.test(code);
}

/** Responds 504 or 502 without revealing the backend's URL or the requested one. */
function sendGatewayError(
  res: Response,
  error: NodeJS.ErrnoException,
  mayHaveArrived: boolean,
): void {
  const [status, message] = /^(?:ETIMEDOUT|ERR_BACKEND_TIMEOUT)$/.test(error.code ?? '')
    ? [504, 'The service did not respond in time.']
    : [502, unavailable];
  clearResponse(res);
  sendProblem(res, status, message, { mayHaveArrived });
}
