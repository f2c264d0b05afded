import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import type { Random } from '../fuzz/random.ts';
import { type LocalServer, listenLocally } from '../stack/listenLocally.ts';

export type BalancedUnit = 'connection' | 'request';

/**
 * Starts a load balancer that sends each connection, or each request, to a random one of the ports on
 * this machine, regardless of the release that listens there.
 */
export function startRandomBalancer(
  ports: readonly number[],
  random: Random,
  unit: BalancedUnit,
): Promise<LocalServer> {
  const server =
    unit === 'connection'
      ? createTcpServer((socket) => relayConnection(socket, random.pick(ports)))
      : createServer((req, res) => relayRequest(req, res, random.pick(ports)));
  return listenLocally(server);
}

function relayConnection(incoming: Socket, port: number): void {
  const outgoing = connect(port, '127.0.0.1');
  incoming.pipe(outgoing).pipe(incoming);
  incoming.on('error', () => outgoing.destroy());
  outgoing.on('error', () => incoming.destroy());
  incoming.on('close', () => outgoing.destroy());
  outgoing.on('close', () => incoming.destroy());
}

function relayRequest(req: IncomingMessage, res: ServerResponse, port: number): void {
  const { method, url: path, headers } = req;
  // `Connection` belongs to one hop: the browser keeps its connection to the balancer.
  const { connection: _, ...forwarded } = headers;
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers: forwarded });
  outgoing.on('response', (response) => {
    const { connection: _, 'keep-alive': __, ...received } = response.headers;
    res.writeHead(response.statusCode ?? 502, received);
    response.pipe(res);
  });
  outgoing.on('error', () => res.destroy());
  req.pipe(outgoing);
}
