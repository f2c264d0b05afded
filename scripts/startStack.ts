import { explainStartFault, readMockPort } from '../mock-api/startFault.ts';
import { type RunningMock, startMock } from '../mock-api/startMock.ts';
import { loadClientFiles } from '../server/clientFiles.ts';
import { parseConfig } from '../server/config.ts';
import type { Environment } from '../server/readEnvironment.ts';
import { type Host, startHost } from '../server/startHost.ts';
import { developmentDefaults } from './developmentDefaults.ts';
import { clientDirectory } from './paths.ts';

/** The host and, where no backend is given, the mock behind it. */
export interface Stack {
  host: Host;
  mock?: RunningMock;
  close(): Promise<void>;
}

/**
 * Starts the stack with the client that has been built, or that `build` builds once the settings are
 * known to be right.
 * @throws {StartupFault} or {MockStartFault} where a setting is wrong or a port is taken
 */
export async function startStack(env: Environment, build?: () => Promise<unknown>): Promise<Stack> {
  const mock = env.BACKEND_URL ? undefined : await startMockAt(readMockPort(env.MOCK_PORT));
  try {
    const config = parseConfig(developmentDefaults(env, mock?.url));
    await build?.();
    const host = await startHost(config, loadClientFiles(clientDirectory));
    return {
      host,
      ...(mock && { mock }),
      close: async () => {
        await host.close();
        await mock?.close();
      },
    };
  } catch (error) {
    await mock?.close();
    throw error;
  }
}

async function startMockAt(port: number): Promise<RunningMock> {
  return startMock({ port }).catch((error) => {
    throw explainStartFault(error, port);
  });
}
