import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export interface Metrics {
  observe(request: {
    method: string;
    route: string;
    /** undefined where the client left before an answer. */
    status: number | undefined;
    seconds: number;
  }): void;
  /** All figures as Prometheus reads them. */
  expose(): Promise<{ mediaType: string; text: string }>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by method, route pattern and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30],
    registers: [registry],
  });
  return {
    observe({ method, route, status, seconds }) {
      durations.observe({ method, route, status: status ?? 'none' }, seconds);
    },
    async expose() {
      return { mediaType: registry.contentType, text: await registry.metrics() };
    },
  };
}
