import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartupError } from '../StartupError.ts';

/**
 * Starts listening on a port, and returns the address. `portVariable` is the setting that errors name. Without `host`,
 * it listens on all addresses: those of IPv6 and IPv4, unless the system has no IPv6.
 * @throws {StartupError} when the server cannot listen
 */
export async function listen(
  server: Server,
  host: string | undefined,
  port: number,
  portVariable: 'PORT' | 'METRICS_PORT',
): Promise<AddressInfo> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    const problems: Record<string, string> = {
      EADDRINUSE: `${portVariable}: port ${port} is in use. Stop the process that listens on it, or choose another port.`,
      EACCES: `${portVariable}: expected a port that this user may listen on, such as one from 1024, got ${port}`,
    };
    const otherProblem =
      host === undefined
        ? `${portVariable}: listening on port ${port} failed with ${code}`
        : `HOST: expected an address of this machine, such as 127.0.0.1 or 0.0.0.0, got "${host}" (${code})`;
    throw new StartupError(problems[code] ?? otherProblem, { cause });
  }
  return server.address() as AddressInfo;
}

/** Whether a socket at this address accepts connections at all addresses, as with `::` those of IPv4 too. */
export function isEveryAddress(host: string): boolean {
  return /^(?:::ffff:)?[0:.]+$/i.test(host);
}
