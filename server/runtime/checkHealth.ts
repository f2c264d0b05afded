import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Environment } from '../config/config.ts';
import { defaultPort } from '../config/defaultPort.ts';
import { livePath } from '../paths.ts';
import { StartupError } from '../StartupError.ts';
import { isEveryAddress } from './listen.ts';

// `import` would load all exports, of which WebSocket takes more time and memory than the check.
const { Agent, request } = process.getBuiltinModule('node:http');

const timeoutMs = 2_000;

/**
 * Checks that the host that runs with this environment responds, at the address and the port where it listens. An image
 * runs this every few seconds, so it loads no library, and validates only these settings.
 * @throws {StartupError} when the host does not respond, or a port is invalid
 */
export async function checkHealth(env: Environment): Promise<void> {
  const host = env.HOST?.trim() || '::';
  // Where the system has no IPv6, Node.js may listen at `::`, which then responds at 127.0.0.1 alone.
  const addresses = isEveryAddress(host) ? ['127.0.0.1', '::1'] : [host];
  // On the port that clients cannot keep busy, if it is known.
  const port = readPort(env, 'METRICS_PORT', 0) || readPort(env, 'PORT', defaultPort);
  if (port === 0) throw new StartupError('PORT: expected another port than 0 for --health');

  const signal = AbortSignal.timeout(timeoutMs);
  const problems: string[] = [];
  for (const address of addresses) {
    const problem = await findProblem(address, port, signal);
    if (problem === undefined) return;

    problems.push(`The host does not respond at ${address}, port ${port}: ${problem}`);
  }
  throw new StartupError(problems.join('\n'));
}

function readPort(env: Environment, name: 'PORT' | 'METRICS_PORT', otherwise: number): number {
  const text = env[name]?.trim() || String(otherwise);
  if (/^\d{1,9}$/.test(text) && Number(text) < 65_536) return Number(text);

  throw new StartupError(`${name}: expected a whole number from 0 to 65535, got "${text}"`);
}

/** Returns an error code or a status, or undefined if the host responds. */
async function findProblem(
  host: string,
  port: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  // The agent uses no proxy of the environment.
  const req = request({ host, port, path: livePath, agent: new Agent(), signal });
  try {
    const [{ statusCode }] = (await once(req.end(), 'response')) as [IncomingMessage];
    return statusCode === 200 ? undefined : `status ${statusCode}`;
  } catch (error) {
    if (signal.aborted) return `no response within ${timeoutMs / 1000} s`;

    const { code, message } = error as NodeJS.ErrnoException;
    return code ?? message;
  } finally {
    req.destroy();
  }
}
