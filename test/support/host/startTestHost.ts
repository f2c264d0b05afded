import { onTestFinished } from 'vitest';
import type { Environment } from '../../../server/config/config.ts';
import type { Services } from '../../../server/services.ts';
import { type Host, startHost } from '../../../server/startHost.ts';
import { clientFiles } from './clientFiles.ts';
import { prepareDocumentsOnce } from './prepareDocumentsOnce.ts';
import { testConfig } from './testConfig.ts';

/** Starts a host in front of the backend at `backendUrl` until the test ends. */
export async function startTestHost(
  backendUrl: string,
  env: Environment = {},
  overrides: Partial<Services> = {},
): Promise<Host> {
  const config = testConfig(backendUrl, { DRAIN_TIMEOUT_MS: '500', ...env });
  const host = await startHost(config, clientFiles, {
    prepareDocuments: prepareDocumentsOnce,
    ...overrides,
  });
  onTestFinished(() => host.close());
  return host;
}
