import { onTestFinished } from 'vitest';
import { createApp } from '../../../server/app.ts';
import type { Environment } from '../../../server/config/config.ts';
import { defaultLimits, type Limits } from '../../../server/config/limits.ts';
import { type PreparedDocuments, prepareDocuments } from '../../../server/page/documents.ts';
import { createServices, type Services } from '../../../server/services.ts';
import { startHost } from '../../../server/startHost.ts';
import { captureLog } from './captureLog.ts';
import { clientFiles } from './clientFiles.ts';
import { type SocketHandler, startRawBackend } from './startRawBackend.ts';
import { testConfig } from './testConfig.ts';

interface TestHostOptions extends Partial<Omit<Services, 'limits' | 'log'>> {
  /** What the backend does with a request; by default, it sends a brief. */
  handler?: SocketHandler;
  /** The URL of another backend. */
  backendUrl?: string;
  env?: Environment;
  /** The limits that differ from the default ones. */
  limits?: Partial<Limits>;
  files?: typeof clientFiles;
}

/** Starts a host in front of a raw backend until the test ends. */
export async function startTestHost({
  handler,
  backendUrl,
  env,
  limits,
  files = clientFiles,
  ...services
}: TestHostOptions = {}) {
  const backend = await startRawBackend(handler);
  const { log, logDestination, ...logged } = captureLog(env?.LOG_LEVEL);
  const config = testConfig(backendUrl ?? backend.url, { DRAIN_TIMEOUT_MS: '500', ...env });
  const host = await startHost(config, files, {
    prepareDocuments: prepareDocumentsOnce,
    logDestination,
    ...services,
    log,
    limits: { ...defaultLimits, ...limits },
  });
  onTestFinished(() => host.close());
  const readMetrics = async () =>
    (await fetch(`http://127.0.0.1:${host.metricsPort}/metrics`)).text();
  return { ...host, ...logged, backend, readMetrics };
}

/** Creates the request listener of a host, for tests without raw connections. */
export function createTestApp(backendUrl: string, env: Environment = {}) {
  const config = testConfig(backendUrl, env);
  const { log, logDestination } = captureLog();
  const prepared = { log, logDestination, prepareDocuments: prepareDocumentsOnce };
  const services = createServices(config, prepared);
  return createApp(config, clientFiles, services);
}

const documentsByInput = new Map<string, PreparedDocuments>();

/** Prepares the documents once for the same input, because it takes most of the time of a start. */
const prepareDocumentsOnce: typeof prepareDocuments = (config, files) => {
  const key = JSON.stringify([config.settings, config.cspReportUrl, files]);
  const prepared = documentsByInput.get(key) ?? prepareDocuments(config, files);
  documentsByInput.set(key, prepared);
  return prepared;
};
