import type { RequestHandler } from 'express';
import type { Config } from './config.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { livePath, readyPath } from './paths.ts';
import { findRoutePattern } from './routePattern.ts';
import type { Work } from './work.ts';

const probes: readonly string[] = [livePath, readyPath];

/** Writes one line for each request when it is over, counts it, and keeps the host from stopping before. */
export function recordRequests(
  { proxyPaths }: Pick<Config, 'proxyPaths'>,
  { log, metrics, work }: { log: Log; metrics: Metrics | undefined; work: Work },
): RequestHandler {
  return (req, res, next) => {
    const started = performance.now();
    const done = work.begin();
    const { socket, method } = req;
    const writtenBefore = socket.bytesWritten;
    const route = findRoutePattern(req.originalUrl, proxyPaths);
    if (work.stopping) res.shouldKeepAlive = false;

    res.once('close', () => {
      const ms = performance.now() - started;
      const { requestId: id, backendFault } = res.locals;
      const aborted = !res.writableFinished;
      const status = res.headersSent ? res.statusCode : undefined;
      metrics?.observe({ method, route, status, seconds: ms / 1000 });
      const level = probes.includes(route) ? 'debug' : backendFault ? 'warn' : 'info';
      log[level](
        {
          id,
          method,
          route,
          status,
          ms: Math.round(ms * 10) / 10,
          bytes: socket.bytesWritten - writtenBefore,
          ...(aborted && { aborted }),
          ...(backendFault && { backendFault }),
        },
        'request',
      );
      done();
    });
    next();
  };
}
