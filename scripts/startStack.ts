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
  const mock = env.BACKEND_URL ? undefined : await startMockFor(env);
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

async function startMockFor(env: Environment): Promise<RunningMock> {
  const port = readMockPort(env.MOCK_PORT);
  // Opened at the mock's own address, its console still leads to the product.
  const productUrl = `http://localhost:${env.PORT || 3000}`;
  return startMock({ port, productUrl, journalFile: env.MOCK_JOURNAL }).catch((error) => {
    throw explainStartFault(error, port);
  });
}
