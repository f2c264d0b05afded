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
 * Starts the stack with the client that has been built. Throws a fault whose message is a sentence
 * where a setting is wrong or a port is taken.
 */
export async function startStack(env: Environment): Promise<Stack> {
  const mock = env.BACKEND_URL
    ? undefined
    : await startMock({ port: Number(env.MOCK_PORT ?? 4010) });
  try {
    const config = parseConfig(developmentDefaults(env, mock?.url));
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
