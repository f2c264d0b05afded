import { createServer } from 'node:http';
import { parseMockSettings } from '../../mock-api/start/mockSettings.ts';
import { type RunningMock, startMock } from '../../mock-api/startMock.ts';
import { type Config, type Environment, parseConfig } from '../../server/config/config.ts';
import { loadClientFiles } from '../../server/page/clientFiles.ts';
import { listen } from '../../server/runtime/listen.ts';
import { StartupError } from '../../server/StartupError.ts';
import { type Host, startHost } from '../../server/startHost.ts';
import { clientDirectory } from '../build/paths.ts';
import { developmentDefaults } from './developmentDefaults.ts';
import { settleAll } from './settleAll.ts';

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
 * @throws {StartupError} that lists every invalid setting, or the ports in use
 */
export async function startStack(
  env: Environment,
  build?: () => Promise<unknown>,
  directory = clientDirectory,
): Promise<Stack> {
  const config = await validateSettings(env);
  const mockStart = hasMock(env) ? startMockOf(env) : Promise.resolve(undefined);
  try {
    const [mock] = await settleAll(mockStart, checkPort(config));
    await build?.();
    const host = await startHost(hostConfig(env, mock?.url), loadClientFiles(directory));
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

/** Whether the stack has a mock. */
function hasMock(env: Environment): boolean {
  return !env.BACKEND_URL?.trim();
}

export function startMockOf(env: Environment): Promise<RunningMock> {
  // The console links to the product even if it is opened at the mock's own URL.
  const productUrl = `http://localhost:${env.PORT || 3000}`;
  return startMock({ ...parseMockSettings(env), productUrl });
}

export function hostConfig(env: Environment, mockUrl: string | undefined): Config {
  return parseConfig(developmentDefaults(env, mockUrl));
}

/** Returns the configuration of the host, with another URL of the mock than it will have. */
export async function validateSettings(env: Environment): Promise<Config> {
  const anyUrl = hasMock(env) ? 'http://127.0.0.1' : undefined;
  const [config, mock] = await settleAll(
    (async () => hostConfig(env, anyUrl))(),
    (async () => (hasMock(env) ? parseMockSettings(env) : undefined))(),
  );
  if (mock?.port === config.port && config.port !== 0) {
    throw new StartupError(`MOCK_PORT: expected another port than PORT, got ${config.port}`);
  }

  return config;
}

/** Finds out, before the client is built, whether the host will be able to listen. */
async function checkPort({ host, port }: Config): Promise<void> {
  const server = createServer();
  await listen(server, host, port, 'PORT');
  await new Promise((resolve) => server.close(resolve));
}
