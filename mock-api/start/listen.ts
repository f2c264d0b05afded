import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isObject } from '#contract';
import { MockStartError } from './MockStartError.ts';

export interface ListenOptions {
  /** The port; 0 selects any free one. */
  port: number;
  host: string;
  /** The setting that contains the port, for error messages: `MOCK_PORT`. */
  setting: string;
  /** Releases resources, when the server is closed or cannot listen. */
  release(): void;
}

export interface ListeningServer {
  /** The server's URL without a trailing slash. */
  url: string;
  port: number;
  /** Stops listening and closes all connections. */
  close(): Promise<void>;
}

/**
 * Starts to listen on a port.
 * @throws {MockStartError} if the port cannot be opened
 */
export async function listen(
  server: Server,
  { port, host, setting, release }: ListenOptions,
): Promise<ListeningServer> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  }).catch((cause: unknown) => {
    release();
    const code = isObject(cause) ? cause.code : undefined;
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
      const expected = 'expected an address of this machine, such as 127.0.0.1 or 0.0.0.0';
      throw new MockStartError(`--host: ${expected}, got "${host}".`, { cause });
    }
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw cause;
    const reason =
      code === 'EADDRINUSE'
        ? 'is in use. Stop the process that listens on it, or choose another port.'
        : 'requires elevated privileges. Choose a port above 1023.';
    throw new MockStartError(`${setting}: port ${port} ${reason}`, { cause });
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        release();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Parses a port.
 * @param setting the name of the port's setting, for errors
 * @throws {MockStartError}
 */
export function parsePort(setting: string, text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);

  const link = text.startsWith('tcp://')
    ? ', which Kubernetes sets for a Service of this name; set enableServiceLinks: false in the pod'
    : '';
  throw new MockStartError(
    `${setting}: expected a whole number from 0 to 65535, got "${text}"${link}.`,
  );
}
