import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type Environment, parseConfig } from '../config/config.ts';
import { livePath } from '../paths.ts';
import { StartupError } from '../StartupError.ts';
import { isEveryAddress } from './listen.ts';

const timeoutMs = 2_000;

/**
 * Checks that the host that runs with this environment responds, at the address and the port where it listens.
 * @throws {StartupError} when it does not, or the environment is invalid
 */
export async function checkHealth(env: Environment): Promise<void> {
  const { host, port, metricsPort } = parseConfig(env);
  const target = {
    host: isEveryAddress(host) ? '127.0.0.1' : host,
    // On the port that clients cannot keep busy, if it is known.
    port: metricsPort || port,
    path: livePath,
  };
  if (target.port === 0) throw new StartupError('PORT: expected another port than 0 for --health');

  // The agent uses no proxy of the environment.
  const req = request({ ...target, agent: new Agent(), signal: AbortSignal.timeout(timeoutMs) });
  try {
    const [response] = (await once(req.end(), 'response')) as [IncomingMessage];
    if (response.statusCode === 200) return;

    throw new Error(`status ${response.statusCode}`);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const place = `${target.host}, port ${target.port}`;
    throw new StartupError(`The host does not respond at ${place}: ${code ?? message}`, { cause });
  } finally {
    req.destroy();
  }
}
