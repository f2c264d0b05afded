import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.ts';
import type { ClientFiles } from './clientFiles.ts';
import type { Config } from './config.ts';
import { StartupFault } from './startupFault.ts';

export interface Host {
  /** An address to open on this machine, without a trailing slash. */
  url: string;
  port: number;
  /** Stops listening, lets what is in flight finish, and resolves when the last connection is gone. */
  close(): Promise<void>;
}

/**
 * Starts the host.
 * @throws {StartupFault} where it cannot listen
 */
export async function startHost(config: Config, client: ClientFiles): Promise<Host> {
  const server = createServer(createApp(config, client));
  let closing = false;
  server.on('request', (_req, res) => {
    res.once('close', () => {
      if (closing) setImmediate(() => server.closeIdleConnections());
    });
  });
  server.listen(config.port, config.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw explainListenFault(error as NodeJS.ErrnoException, config);
  }
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${openableName(config.host)}:${port}`,
    port,
    close: async () => {
      const closed = once(server, 'close');
      closing = true;
      server.close();
      await closed;
    },
  };
}

function openableName(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function explainListenFault(cause: NodeJS.ErrnoException, { host, port }: Config): StartupFault {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use. Stop what listens there, or set PORT to another one.`,
    EACCES: `Port ${port} may not be opened by this user. Set PORT to one above 1023.`,
    EADDRNOTAVAIL: `HOST is "${host}", which is no address of this machine.`,
    ENOTFOUND: `HOST is "${host}", which does not resolve.`,
  };
  const reason = reasons[cause.code ?? ''];
  return new StartupFault(reason ?? `Cannot listen on ${host}, port ${port} (${cause.code}).`, {
    cause,
  });
}
