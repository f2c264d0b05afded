import { createApp } from '../../../server/app.ts';
import type { Environment } from '../../../server/config/config.ts';
import { createServices } from '../../../server/services.ts';
import { clientFiles } from './clientFiles.ts';
import { prepareDocumentsOnce } from './prepareDocumentsOnce.ts';
import { testConfig } from './testConfig.ts';

/** Creates the request listener of a host in front of the backend at `backendUrl`. */
export function createTestApp(
  backendUrl: string,
  env: Environment = {},
): ReturnType<typeof createApp> {
  const config = testConfig(backendUrl, env);
  const services = createServices(config, { prepareDocuments: prepareDocumentsOnce });
  return createApp(config, clientFiles, services);
}
