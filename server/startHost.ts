import { createServer, type Server } from 'node:http';
import { createApp } from './app.ts';
import type { ClientFiles } from './clientFiles.ts';
import type { Config } from './config.ts';
import type { Limits } from './limits.ts';
import { listen } from './listen.ts';
import { createMetricsServer } from './metricsServer.ts';
import { refuseTunnel } from './refuseTunnel.ts';
import { createServices, type Services } from './services.ts';
import { stopServer } from './stopServer.ts';

export interface Host {
  /** An address to open on this machine, without a trailing slash. */
  url: string;
  port: number;
  /** undefined where figures are not served. */
  metricsPort: number | undefined;
  /**
   * Turns readiness off, goes on for `drainDelayMs`, then takes no more connections, lets what is in
   * flight finish for at most `drainTimeoutMs`, and resolves when the last connection is gone.
   */
  close(): Promise<void>;
}

/**
 * Starts the host. Parts of it may be given, such as a log to write to.
 * @throws {StartupFault} where it cannot listen
 */
export async function startHost(
  config: Config,
  client: ClientFiles,
  given: Partial<Services> = {},
): Promise<Host> {
  const services = createServices(config, given);
  const server = createServer(timeouts(services.limits), createApp(config, client, services));
  server.on('connect', refuseTunnel);
  // While the backend takes its time nothing moves on the connection either.
  server.setTimeout(config.proxyTimeoutMs + services.limits.stallMs);
  const { host } = config;
  const port = await listen(server, { host, port: config.port, portVariable: 'PORT' });

  const figures = services.metrics && createMetricsServer(services.metrics);
  const metricsPort = figures && (await listenForMetrics(figures, config, server));

  return {
    url: `http://${openableName(host)}:${port}`,
    port,
    metricsPort,
    close: async () => {
      await stopServer(server, config, services);
      figures?.close();
      figures?.closeAllConnections();
    },
  };
}

async function listenForMetrics(figures: Server, config: Config, server: Server): Promise<number> {
  const { host, metricsPort = 0 } = config;
  try {
    return await listen(figures, { host, port: metricsPort, portVariable: 'METRICS_PORT' });
  } catch (fault) {
    server.close();
    throw fault;
  }
}

/** Slow clients cannot hold a connection: Node closes those that do not send what they began. */
function timeouts({ headersMs, requestMs, idleMs }: Limits) {
  return {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.min(1_000, headersMs / 2),
  };
}

function openableName(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
