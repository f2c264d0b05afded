import type { IncomingMessage } from 'node:http';
import type { Config } from '../config/config.ts';
import type { HostResponse } from '../locals.ts';
import { livePath, readyPath } from '../paths.ts';
import type { Outcome } from '../runtime/log.ts';
import type { Services } from '../services.ts';
import { routePattern } from './routePattern.ts';

const healthPaths = [livePath, readyPath];

function findLevel(route: string, backendError: string | undefined) {
  if (healthPaths.includes(route)) return 'debug';

  return backendError ? 'warn' : 'info';
}

function findOutcome({ writableFinished, locals }: HostResponse): Outcome {
  if (writableFinished) return 'completed';

  return locals.backendError ? 'broken' : 'aborted';
}

/**
 * Creates a function that logs one line for a request when it has finished, updates the metrics, and counts the request
 * as in flight until then.
 */
export function createRequestLog(
  { proxyPaths }: Config,
  { log, metrics, inFlight, shutdown }: Services,
) {
  return ({ socket, method = '', url = '' }: IncomingMessage, res: HostResponse): void => {
    const started = performance.now();
    const finish = inFlight.start();
    const bytesBefore = socket.bytesWritten;
    const route = routePattern(url, proxyPaths);

    // The client's next request must open a connection to another instance.
    if (shutdown.signal.aborted) res.shouldKeepAlive = false;

    res.once('close', () => {
      const ms = performance.now() - started;
      const { requestId: id, backendError } = res.locals;
      const outcome = findOutcome(res);
      const status = outcome === 'completed' ? res.statusCode : outcome;

      metrics?.observe({ method, route, status, seconds: ms / 1000 });
      log[findLevel(route, backendError)](
        {
          id,
          method,
          route,
          statusCode: res.headersSent ? res.statusCode : undefined,
          outcome,
          ms: Math.round(ms * 10) / 10,
          bytes: socket.bytesWritten - bytesBefore,
          backendError,
        },
        'request',
      );
      finish();
    });
  };
}
