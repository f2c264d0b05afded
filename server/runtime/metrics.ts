import { STATUS_CODES } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { version } from '../version.ts';
import type { Outcome } from './log.ts';
import type { LogDestination } from './logDestination.ts';

export type Metrics = ReturnType<typeof createMetrics>;

interface ObservedRequest {
  method: string;
  route: string;
  /** The status of a completed response, otherwise its outcome. */
  status: number | Exclude<Outcome, 'completed'>;
  seconds: number;
}

/** The statuses of failures on which `deploy/alerts.yaml` alerts. */
const failures = ['500', '502', '503', '504', 'broken'];

/** The statuses besides `failures` in the expressions of `deploy/alerts.yaml`, by route. */
const outcomes: Readonly<Record<string, readonly string[]>> = {
  '/rest/subscriber-feedback/briefs/{briefId}': ['200', '304', '404'],
  '/rest/subscriber-feedback/form-submit': ['200', '204', '403', '409'],
};

/**
 * Creates the metrics of a host. The statuses of `operations`, which are route patterns with their methods, are counted
 * from 0, because Prometheus sees no increase in a new series.
 */
export function createMetrics(
  logDestination: LogDestination,
  operations: readonly (readonly [route: string, method: string])[],
) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });

  new Gauge({
    name: 'build_info',
    help: 'The version that is running.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1);

  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests by method, route pattern and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30],
    registers: [registry],
  });
  for (const [route, method] of operations) {
    const statuses = [...failures, ...(outcomes[route] ?? [])];
    for (const status of statuses) durations.zero({ method, route, status });
  }

  const evictedConnections = new Counter({
    name: 'http_connections_evicted_total',
    help: 'Connections that were closed because there were more than MAX_CONNECTIONS.',
    registers: [registry],
  });

  const loops = new Counter({
    name: 'proxy_loops_total',
    help: 'Requests that were rejected because BACKEND_URL leads back to the host.',
    registers: [registry],
  });

  new Counter({
    name: 'log_lines_dropped_total',
    help: 'Log lines that were dropped because they could not be written.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(logDestination.droppedCount);
    },
  });

  return {
    registry,
    /** Records a request. `route` is a pattern, never a path, so that the number of time series is bounded. */
    observe({ method, route, status, seconds }: ObservedRequest) {
      durations.observe(
        { method: knownMethod(method), route, status: knownStatus(status) },
        seconds,
      );
    },
    /** The number of connections that were closed for a new one. */
    evictedConnections,
    /** The number of requests that `BACKEND_URL` has led back to the host. */
    loops,
  };
}

/** Returns `other` for a rare method: clients choose among more than 30, each a time series for every route. */
function knownMethod(method: string): string {
  return /^(?:GET|HEAD|POST|none)$/.test(method) ? method : 'other';
}

/** Returns a status as a label; one that no standard defines becomes its class, such as `5xx`. */
function knownStatus(status: number | string): string {
  if (typeof status === 'string' || STATUS_CODES[status]) return String(status);
  return `${Math.trunc(status / 100)}xx`;
}
