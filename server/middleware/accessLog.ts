import type { Config } from '../config/config.ts';
import type { Handler } from '../locals.ts';
import { livePath, readyPath } from '../paths.ts';
import type { Services } from '../services.ts';
import { routePattern } from './routePattern.ts';

const healthPaths = [livePath, readyPath];

function findLevel(route: string, backendError: string | undefined) {
  if (healthPaths.includes(route)) return 'debug';

  return backendError ? 'warn' : 'info';
}

/** Logs one line for each finished request, updates the metrics, and counts the request as in flight. */
export function accessLog(
  { proxyPaths }: Config,
  { log, metrics, inFlight, shutdown }: Services,
): Handler {
  return (req, res, next) => {
    const started = performance.now();
    const finish = inFlight.start();
    const { socket, method } = req;
    const bytesBefore = socket.bytesWritten;
    const route = routePattern(req.originalUrl, proxyPaths);

    // The client's next request must open a connection to another instance.
    if (shutdown.signal.aborted) res.shouldKeepAlive = false;

    res.once('close', () => {
      const ms = performance.now() - started;
      const { requestId: id, backendError } = res.locals;
      const incomplete = backendError ? 'broken' : 'aborted';
      const status = res.writableFinished ? res.statusCode : incomplete;

      metrics?.observe({ method, route, status, seconds: ms / 1000 });
      log[findLevel(route, backendError)](
        {
          id,
          method,
          route,
          status,
          ms: Math.round(ms * 10) / 10,
          bytes: socket.bytesWritten - bytesBefore,
          backendError,
        },
        'request',
      );
      finish();
    });

    next();
  };
}
