import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartupError } from '../StartupError.ts';

export interface ListenOptions {
  host: string;
  port: number;
  /** The variable that sets the port, named in the error message. */
  portVariable: string;
}

/**
 * Starts listening and returns the port.
 * @throws {StartupError} when the server cannot listen
 */
export async function listen(server: Server, options: ListenOptions): Promise<number> {
  server.listen(options.port, options.host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new StartupError(describeListenError(code, options), { cause });
  }
  return (server.address() as AddressInfo).port;
}

function describeListenError(code = '', { host, port, portVariable }: ListenOptions): string {
  const messages: Record<string, string> = {
    EADDRINUSE: `${portVariable}: port ${port} is in use. Stop the process that listens on it, or choose another port.`,
    EACCES: `${portVariable}: port ${port} requires elevated privileges. Choose a port above 1023.`,
    EADDRNOTAVAIL: `HOST: expected an address of this machine, got "${host}"`,
    ENOTFOUND: `HOST: expected a host name that resolves, got "${host}"`,
  };
  return messages[code] ?? `${portVariable}: cannot listen on ${host}, port ${port} (${code})`;
}
