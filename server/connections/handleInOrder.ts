import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from '../config/limits.ts';
import { createMemoryBudget } from '../runtime/memoryBudget.ts';
import {
  type Connection,
  findConnection,
  openConnection,
  type PendingRequest,
} from './connection.ts';

type ConnectionLimits = Pick<
  Limits,
  'maxPipelinedRequests' | 'maxWaitingBytes' | 'keepAliveTimeoutMs' | 'headersTimeoutMs'
>;

/**
 * Handles one request of a connection at a time. Node.js passes on pipelined requests as it parses them,
 * so they would run in parallel and overtake each other; it also passes on requests that follow a response
 * with `Connection: close`, which must be ignored (RFC 9112, section 9.6).
 *
 * Reading pauses while a request waits. A connection with more than `maxPipelinedRequests` waiting
 * requests is closed, as is one whose request would make all waiting requests exceed `maxWaitingBytes`.
 */
export function handleInOrder(
  listener: RequestListener,
  { maxPipelinedRequests, maxWaitingBytes, keepAliveTimeoutMs, headersTimeoutMs }: ConnectionLimits,
): RequestListener {
  const budget = createMemoryBudget(maxWaitingBytes);
  // A request that begins before the keep-alive timeout may still send its headers.
  const idleTimeoutMs = keepAliveTimeoutMs + headersTimeoutMs;

  function start(connection: Connection, pending: PendingRequest): void {
    connection.current = pending;
    connection.respondedEarly = undefined;
    pending.res.once('close', handleNext);
  }

  function handleNext(this: ServerResponse): void {
    const { socket } = this.req;
    const connection = findConnection(socket);
    if (!connection) return;
    connection.current = undefined;
    connection.respondedEarly = this.req.complete ? undefined : this.req;
    // The response has closed the connection.
    if (!socket.writable) releaseAll(connection);
    const next = connection.waiting.shift();
    if (next) budget.release(next.bytes);
    if (next && (next.req.complete || !connection.isClosing)) {
      if (connection.waiting.length === 0 && !connection.isClosing) socket.resume();
      start(connection, next);
      // Other connections take their turn first.
      setImmediate(() => {
        if (!next.res.closed) listener(next.req, next.res);
      });
    } else if (connection.isClosing) {
      socket.destroySoon();
    } else {
      connection.idleTimer.refresh();
    }
  }

  function releaseAll(connection: Connection): void {
    for (const { bytes } of connection.waiting.splice(0)) budget.release(bytes);
  }

  function open(socket: Socket): Connection {
    const connection = openConnection(socket, idleTimeoutMs);
    socket.once('close', () => releaseAll(connection));
    return connection;
  }

  return (req, res) => {
    const { socket } = req;
    const connection = findConnection(socket) ?? open(socket);
    if (!socket.writable || connection.isClosing) return;
    // Node.js drops what arrives after a request with Upgrade.
    if (req.headers.upgrade !== undefined) res.shouldKeepAlive = false;
    if (!connection.current) {
      start(connection, { req, res });
      listener(req, res);
      return;
    }
    const bytes = estimateBytes(req);
    const isFull = connection.waiting.length === maxPipelinedRequests || !budget.take(bytes);
    if (isFull) return void socket.destroy();
    connection.waiting.push({ req, res, bytes });
    socket.pause();
  };
}

/** Estimates an upper bound of the memory that a request takes while it waits. */
function estimateBytes({ rawHeaders, headers, url = '' }: IncomingMessage): number {
  const headBytes = rawHeaders.reduce((sum, text) => sum + text.length + 50, url.length + 4_096);
  // Each chunk is kept on its own, and a read of 64 KiB has up to 10,000 of them.
  if (headers['transfer-encoding'] !== undefined) return headBytes + 2 ** 20;
  return headBytes + Math.min(2 ** 16, Number(headers['content-length'] ?? 0));
}
