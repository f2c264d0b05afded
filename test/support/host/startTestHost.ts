import { onTestFinished } from 'vitest';
import { createApp } from '../../../server/app.ts';
import type { Environment } from '../../../server/config/config.ts';
import { defaultLimits, type Limits } from '../../../server/config/limits.ts';
import { type PreparedDocuments, prepareDocuments } from '../../../server/page/documents.ts';
import { createServices, type Services } from '../../../server/services.ts';
import { startHost } from '../../../server/startHost.ts';
import { clientFiles } from './clientFiles.ts';
import { testConfig } from './testConfig.ts';

/** Services, and limits, that differ from the default ones. */
export type TestServices = Partial<Omit<Services, 'limits'>> & { limits?: Partial<Limits> };

/** Starts a host in front of the backend at `backendUrl` until the test ends. */
export async function startTestHost(
  backendUrl: string,
  env: Environment = {},
  overrides: TestServices = {},
  files = clientFiles,
) {
  const config = testConfig(backendUrl, { DRAIN_TIMEOUT_MS: '500', ...env });
  const limits = { ...defaultLimits, ...overrides.limits };
  const services = { prepareDocuments: prepareDocumentsOnce, ...overrides, limits };
  const host = await startHost(config, files, services);
  onTestFinished(() => host.close());
  const metricsUrl = `http://127.0.0.1:${host.metricsPort}/metrics`;
  return { ...host, metricsUrl, readMetrics: async () => (await fetch(metricsUrl)).text() };
}

/** Creates the request listener of a host, for tests without raw connections. */
export function createTestApp(backendUrl: string, env: Environment = {}) {
  const config = testConfig(backendUrl, env);
  const services = createServices(config, { prepareDocuments: prepareDocumentsOnce });
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
