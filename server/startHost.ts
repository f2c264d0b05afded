import { createApp } from './app.ts';
import type { Config } from './config/config.ts';
import { createHttpServer } from './connections/createHttpServer.ts';
import { handleClientErrors } from './connections/handleClientErrors.ts';
import { limitConnections } from './connections/limitConnections.ts';
import { addLogo } from './page/addLogo.ts';
import type { ClientFiles } from './page/loadClientFiles.ts';
import { createMetricsListener } from './runtime/createMetricsListener.ts';
import { isEveryAddress, listen } from './runtime/listen.ts';
import { stopServer } from './runtime/stopServer.ts';
import { createServices, type Services } from './services.ts';

export interface Host {
  /** A URL that opens the host on this machine, without a trailing slash. */
  url: string;
  /** The address at which it listens, such as `::` for all addresses. */
  address: string;
  port: number;
  /** The port of the metrics; undefined when they are off. */
  metricsPort: number | undefined;
  /**
   * Reports not ready, serves for `drainDelayMs` longer, stops accepting connections, waits at most
   * `drainTimeoutMs` for requests in flight, and resolves when the last connection is closed.
   */
  close(): Promise<void>;
}

/**
 * Starts the host. `overrides` replaces services, such as the log.
 *
 * @example
 * const host = await startHost(parseConfig(process.env), loadClientFiles('dist/client'));
 * console.log(host.url);
 *
 * @throws {StartupError} when it cannot listen, or the logo cannot be used
 */
export async function startHost(
  config: Config,
  client: ClientFiles,
  overrides: Partial<Services> = {},
): Promise<Host> {
  const services = createServices(config, overrides);
  const app = createApp(config, addLogo(client, config.logoFile), services);

  const server = createHttpServer(config, services.limits, app);
  // The app rejects an unknown expectation.
  server.on('checkExpectation', app);
  handleClientErrors(server, services);
  limitConnections(server, services.connections, config.maxConnections, () =>
    services.metrics?.evictedConnections.inc(),
  );

  const { host } = config;
  const { address, port } = await listen(server, host, config.port, 'PORT');

  const metrics = await startMetricsServer(config, services).catch((error) => {
    server.close();
    throw error;
  });

  let stopped: Promise<void> | undefined;
  return {
    url: `http://${urlHost(host)}:${port}`,
    address,
    port,
    metricsPort: metrics?.port,
    close: () => {
      stopped ??= stopServer(server, config, services).then(() => metrics?.close());
      return stopped;
    },
  };
}

/** Starts the server of the metrics and of their port's health checks. Returns undefined when metrics are off. */
async function startMetricsServer(config: Config, services: Services) {
  const { host, metricsPort = 0 } = config;
  const { metrics, connections, limits } = services;
  if (!metrics) return undefined;

  const server = createHttpServer(config, limits, createMetricsListener(metrics, services));
  limitConnections(server, connections, limits.maxMetricsConnections);
  const { port } = await listen(server, host, metricsPort, 'METRICS_PORT');
  return { port, close: () => void server.close() };
}

function urlHost(host: string | undefined): string {
  if (host === undefined || isEveryAddress(host)) return 'localhost';

  return host.includes(':') ? `[${host}]` : host;
}
