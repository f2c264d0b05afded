import type { Config } from './config/config.ts';
import { defaultLimits, type Limits } from './config/defaultLimits.ts';
import { Connections } from './connections/Connections.ts';
import { prepareDocuments } from './page/documents.ts';
import { type LookupAddresses, lookupAllAddresses } from './proxy/BackendAddresses.ts';
import { knownOperations } from './requests/routePattern.ts';
import { InFlightCounter } from './runtime/InFlightCounter.ts';
import { createLog, type Log } from './runtime/log.ts';
import { createLogDestination, type LogDestination } from './runtime/logDestination.ts';
import { createMetrics, type Metrics } from './runtime/metrics.ts';

/** The services that the parts of one host share. */
export interface Services {
  log: Log;
  logDestination: LogDestination;
  limits: Limits;
  /** The connections of clients to both ports. */
  connections: Connections;
  /** Looks up the backend's host name. */
  lookupAddresses: LookupAddresses;
  prepareDocuments: typeof prepareDocuments;
  /** The metrics; undefined when they are off. */
  metrics: Metrics | undefined;
  /** The client requests and backend calls in flight. */
  inFlight: InFlightCounter;
  /** The controller whose signal aborts at shutdown, when long-lived streams must end. */
  shutdown: AbortController;
}

/** Creates the services of a host, except for those in `overrides`. */
export function createServices(config: Config, overrides: Partial<Services> = {}): Services {
  const { logDestination = createLogDestination() } = overrides;
  const { log = createLog(config.logLevel, logDestination) } = overrides;
  return {
    log,
    logDestination,
    limits: defaultLimits,
    connections: new Connections(),
    lookupAddresses: lookupAllAddresses,
    prepareDocuments,
    metrics:
      config.metricsPort === undefined ? undefined : createMetrics(logDestination, knownOperations),
    inFlight: new InFlightCounter(),
    shutdown: new AbortController(),
    ...overrides,
  };
}
