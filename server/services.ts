import type { Config } from './config.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { createLog, type Log } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createWork, type Work } from './work.ts';

/** What one host shares among its parts. */
export interface Services {
  log: Log;
  limits: Limits;
  /** undefined where nobody asks for figures. */
  metrics: Metrics | undefined;
  work: Work;
}

export function createServices(config: Config, given: Partial<Services> = {}): Services {
  return {
    log: createLog(config.logLevel),
    limits: defaultLimits,
    metrics: config.metricsPort === undefined ? undefined : createMetrics(),
    work: createWork(),
    ...given,
  };
}
