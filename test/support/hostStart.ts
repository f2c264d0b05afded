import { onTestFinished } from 'vitest';
import type { Environment } from '../../server/readEnvironment.ts';
import type { Services } from '../../server/services.ts';
import { type Host, startHost } from '../../server/startHost.ts';
import { clientFiles } from './hostClientFiles.ts';
import { hostConfig } from './hostConfig.ts';

/** A host on a port of its own, before a backend, until the test ends. */
export async function startTestHost(
  backendUrl: string,
  env: Environment = {},
  services: Partial<Services> = {},
): Promise<Host> {
  const config = hostConfig(backendUrl, { DRAIN_TIMEOUT_MS: '500', ...env });
  const host = await startHost(config, clientFiles, services);
  onTestFinished(() => host.close());
  return host;
}
