import { addAbortSignal } from 'node:stream';
import type { Request } from 'express';
import type { Config } from '../config/config.ts';
import type { Handler, Response } from '../locals.ts';
import { isUnder } from '../paths.ts';
import { sendOverloaded, sendProblem } from '../responses/sendProblem.ts';
import { InFlightCounter } from '../runtime/InFlightCounter.ts';
import type { Services } from '../services.ts';
import { createBodyReceiver } from './createBodyReceiver.ts';
import { createRequestHeaderSelector, isLoop } from './createRequestHeaderSelector.ts';
import { createResponseHeaderSelector } from './createResponseHeaderSelector.ts';
import { createForwarder } from './forwarder.ts';
import { resolveClientAddress } from './resolveClientAddress.ts';

const noBody = Buffer.alloc(0);

const unavailable = 'The service is not available at the moment.';

/**
 * Proxies requests under `proxyPaths` to the backend.
 *
 * GETs share kept-alive connections; one that fails because its connection was no longer usable is sent again
 * on a new one. All others get a connection of their own: a POST must not be sent twice, some backends send a body
 * with the response to HEAD, and some authenticate the connection for which they have accepted credentials. Once
 * the host has received a POST completely, it is delivered even if the client disconnects.
 */
export function proxy(config: Config, services: Services): Handler {
  const { log, metrics, shutdown } = services;
  const createRequestHeaders = createRequestHeaderSelector(config, log);
  const selectResponseHeaders = createResponseHeaderSelector(config, log);
  const receiveBody = createBodyReceiver(services.limits);
  const atBackend = new InFlightCounter();

  const forward = createForwarder(config, services, {
    onResponse(proxyRes, res) {
      if (proxyRes.headers['content-type']?.startsWith('text/event-stream')) {
        addAbortSignal(shutdown.signal, res);
      }
      return selectResponseHeaders(proxyRes, res);
    },
    onError(error, { req, res }, mayHaveArrived) {
      const backendError = error.code ?? error.name;
      if (res.destroyed) {
        log.warn(
          { id: res.locals.requestId, backendError },
          'POST failed after its client had left',
        );
      }

      // A call that times out because the client does not read is not the backend's failure.
      if (!res.writableNeedDrain) res.locals.backendError = backendError;
      if (!res.headersSent) sendGatewayError(res, error, mayHaveArrived);
      // The end of the connection may be that of the body.
      else if (req.httpVersion === '1.0') res.socket?.resetAndDestroy();
      else res.destroy();
    },
  });

  const handle = async (req: Request, res: Response): Promise<void> => {
    if (isLoop(req.headers)) {
      metrics?.loops.inc();
      log.warn({ id: res.locals.requestId }, 'BACKEND_URL leads back to the host');
      return sendProblem(res, 508, unavailable, { mayHaveArrived: false });
    }

    const inFlight = new InFlightCounter();
    res.once('close', inFlight.start());
    // A POST whose client has disconnected is still in flight.
    inFlight.onceIdle(services.inFlight.start());

    // A closed socket no longer has a remote address.
    const clientAddress = resolveClientAddress(req, config);
    const headers = createRequestHeaders(req, res.locals.requestId, clientAddress);
    const body = req.method === 'POST' ? await receiveBody({ req, res, inFlight }) : noBody;
    if (body === undefined) return;
    if (atBackend.count >= config.maxInFlight) return sendOverloaded(res);

    // It counts until its call has ended, even when its client has disconnected.
    inFlight.onceIdle(atBackend.start());
    forward({ req, res, headers, body, inFlight });
  };

  return (req, res, next) =>
    config.proxyPaths.some((path) => isUnder(path, req.url)) ? handle(req, res) : next();
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
  sendProblem(res, status, message, { mayHaveArrived });
}
