import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

export interface LocalServer {
  /** The server's URL without a trailing slash. */
  url: string;
  port: number;
  /** Stops listening, destroys open HTTP connections and resolves when all connections are closed. */
  close(): Promise<void>;
}

/**
 * Makes a server listen on 127.0.0.1, on any free port by default.
 * @throws if the port is in use
 * @example const { url, close } = await listenLocally(createServer(handler));
 */
export async function listenLocally(server: Server, port = 0): Promise<LocalServer> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if (server instanceof HttpServer) server.closeAllConnections();
      }),
  };
}
