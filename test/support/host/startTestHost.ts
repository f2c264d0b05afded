import { onTestFinished } from 'vitest';
import { createApp } from '../../../server/app.ts';
import type { Environment } from '../../../server/config/config.ts';
import { type PreparedDocuments, prepareDocuments } from '../../../server/page/documents.ts';
import { createServices, type Services } from '../../../server/services.ts';
import { type Host, startHost } from '../../../server/startHost.ts';
import { clientFiles } from './clientFiles.ts';
import { testConfig } from './testConfig.ts';

/** Starts a host in front of the backend at `backendUrl` until the test ends. */
export async function startTestHost(
  backendUrl: string,
  env: Environment = {},
  overrides: Partial<Services> = {},
): Promise<Host> {
  const config = testConfig(backendUrl, { DRAIN_TIMEOUT_MS: '500', ...env });
  const services = { prepareDocuments: prepareDocumentsOnce, ...overrides };
  const host = await startHost(config, clientFiles, services);
  onTestFinished(() => host.close());
  return host;
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
