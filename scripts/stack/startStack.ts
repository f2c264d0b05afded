import { parseMockSettings } from '../../mock-api/start/mockSettings.ts';
import { type RunningMock, startMock } from '../../mock-api/startMock.ts';
import { type Environment, parseConfig } from '../../server/config/config.ts';
import { loadClientFiles } from '../../server/page/clientFiles.ts';
import { type Host, startHost } from '../../server/startHost.ts';
import { clientDirectory } from '../build/paths.ts';
import { developmentDefaults } from './developmentDefaults.ts';

/** The host and, unless `BACKEND_URL` is set, the mock behind it. */
export interface Stack {
  host: Host;
  mock: RunningMock | undefined;
  close(): Promise<void>;
}

/**
 * Starts the stack.
 * @param build runs after the settings have been validated, and before the client is read
 * @param directory contains the client, `dist/client` by default
 * @throws {StartupError | MockStartError} for an invalid setting or a port in use
 */
export async function startStack(
  env: Environment,
  build?: () => Promise<unknown>,
  directory = clientDirectory,
): Promise<Stack> {
  const mock = env.BACKEND_URL?.trim() ? undefined : await startMockFor(env);
  try {
    const config = parseConfig(developmentDefaults(env, mock?.url));
    await build?.();
    const host = await startHost(config, loadClientFiles(directory));
    const close = async () => {
      await host.close();
      await mock?.close();
    };
    return { host, mock, close };
  } catch (error) {
    await mock?.close();
    throw error;
  }
}

async function startMockFor(env: Environment): Promise<RunningMock> {
  // The console links to the product even if it is opened at the mock's own URL.
  const productUrl = `http://localhost:${env.PORT || 3000}`;
  return startMock({ ...parseMockSettings(env), productUrl });
}
