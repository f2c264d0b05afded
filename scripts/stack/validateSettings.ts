import { createServer } from 'node:http';
import { type Config, type Environment, parseConfig } from '../../server/config/config.ts';
import { listen } from '../../server/runtime/listen.ts';
import { StartupError } from '../../server/StartupError.ts';
import { developmentDefaults } from './developmentDefaults.ts';
import { settleAll } from './settleAll.ts';
import { stackMockOptions } from './stackMockOptions.ts';

/** Whether the stack has a mock. */
export function hasMock(env: Environment): boolean {
  return !env.BACKEND_URL?.trim();
}

/**
 * Returns the configuration of the host, but for the URL of the mock, which is not known yet.
 * @throws {StartupError} that lists every invalid setting of the host and the mock
 */
export async function validateSettings(env: Environment): Promise<Config> {
  const anyUrl = hasMock(env) ? 'http://127.0.0.1' : undefined;
  const [config, mock] = await settleAll(
    (async () => parseConfig(developmentDefaults(env, anyUrl)))(),
    (async () => (hasMock(env) ? stackMockOptions(env) : undefined))(),
  );
  if (mock?.port === config.port && config.port !== 0) {
    throw new StartupError(`MOCK_PORT: expected another port than PORT, got ${config.port}`);
  }

  return config;
}

/**
 * Finds out, before the client is built, whether the host will be able to listen.
 * @throws {StartupError}
 */
export async function checkPort({ host, port }: Config): Promise<void> {
  const server = createServer();
  await listen(server, host, port, 'PORT');
  await new Promise((resolve) => server.close(resolve));
}
