import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartupFault } from './startupFault.ts';

export interface Endpoint {
  /** The address to listen on. */
  host: string;
  port: number;
  /** The variable that sets the port, for the sentence that says it is taken. */
  portVariable: string;
}

/**
 * Starts listening and gives the port.
 * @throws {StartupFault} where that does not work
 */
export async function listen(server: Server, endpoint: Endpoint): Promise<number> {
  server.listen(endpoint.port, endpoint.host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new StartupFault(explain((cause as NodeJS.ErrnoException).code, endpoint), { cause });
  }
  return (server.address() as AddressInfo).port;
}

function explain(code = '', { host, port, portVariable }: Endpoint): string {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use. Stop what listens there, or set ${portVariable} to another one.`,
    EACCES: `Port ${port} may not be opened by this user. Set ${portVariable} to one above 1023.`,
    EADDRNOTAVAIL: `HOST is "${host}", which is no address of this machine.`,
    ENOTFOUND: `HOST is "${host}", which does not resolve.`,
  };
  return reasons[code] ?? `Cannot listen on ${host}, port ${port} (${code}).`;
}
