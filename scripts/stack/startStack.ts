import { type RunningMock, startMock } from '../../mock-api/startMock.ts';
import { type Environment, parseConfig } from '../../server/config/config.ts';
import { loadClientFiles } from '../../server/page/loadClientFiles.ts';
import { type Host, startHost } from '../../server/startHost.ts';
import { developmentDirectory } from '../build/paths.ts';
import { developmentDefaults } from './developmentDefaults.ts';
import { settleAll } from './settleAll.ts';
import { stackMockOptions } from './stackMockOptions.ts';
import { checkPort, hasMock, validateSettings } from './validateSettings.ts';

/** The host and, unless `BACKEND_URL` is set, the mock behind it. */
export interface Stack {
  host: Host;
  mock: RunningMock | undefined;
  close(): Promise<void>;
}

/**
 * Starts the stack.
 * @param build runs after the settings have been validated, and before the client is read
 * @param directory contains the client
 * @throws {StartupError} that lists every invalid setting, or the ports in use
 */
export async function startStack(
  env: Environment,
  build?: () => Promise<unknown>,
  directory = developmentDirectory,
): Promise<Stack> {
  const config = await validateSettings(env);
  const mockStart = hasMock(env) ? startMock(stackMockOptions(env)) : Promise.resolve(undefined);
  try {
    const [mock] = await settleAll(mockStart, checkPort(config));
    await build?.();
    const stackConfig = parseConfig(developmentDefaults(env, mock?.url));
    const host = await startHost(stackConfig, loadClientFiles(directory));
    const close = async () => {
      await host.close();
      await mock?.close();
    };
    return { host, mock, close };
  } catch (error) {
    await mockStart.then(
      (mock) => mock?.close(),
      () => undefined,
    );
    throw error;
  }
}
