import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from '../config/limits.ts';

interface PendingRequest {
  req: IncomingMessage;
  res: ServerResponse;
}

/** The requests that a client has sent on one connection. */
interface Connection {
  /** The request that is being handled. */
  current: PendingRequest | undefined;
  /** Pipelined requests behind it. */
  waiting: PendingRequest[];
  /** Whether the connection is closed once the requests that are already complete have been handled. */
  isClosing: boolean;
  /** Closes the connection when it has no request for too long. */
  idleTimer: NodeJS.Timeout;
}

const connections = new WeakMap<Socket, Connection>();

type ConnectionLimits = Pick<
  Limits,
  'maxPipelinedRequests' | 'keepAliveTimeoutMs' | 'headersTimeoutMs'
>;

/**
 * Handles one request of a connection at a time. Node.js passes on pipelined requests as it parses them,
 * so they would run in parallel and overtake each other; it also passes on those behind a response with
 * `Connection: close`, which must be ignored (RFC 9112, section 9.6).
 *
 * Reading pauses while a request waits. A client with more than `maxPipelinedRequests` is disconnected.
 */
export function handleInOrder(
  listener: RequestListener,
  { maxPipelinedRequests, keepAliveTimeoutMs, headersTimeoutMs }: ConnectionLimits,
): RequestListener {
  // A request that begins before the keep-alive timeout may still send its headers.
  const idleTimeoutMs = keepAliveTimeoutMs + headersTimeoutMs;

  function handle(connection: Connection, pending: PendingRequest): void {
    connection.current = pending;
    pending.res.once('close', handleNext);
    listener(pending.req, pending.res);
  }

  function handleNext(this: ServerResponse): void {
    const { socket } = this.req;
    const connection = connections.get(socket);
    if (!connection) return;
    connection.current = undefined;
    // The response has closed the connection.
    if (!socket.writable) connection.waiting = [];
    const next = connection.waiting.shift();
    if (next && (next.req.complete || !connection.isClosing)) {
      if (connection.waiting.length === 0 && !connection.isClosing) socket.resume();
      handle(connection, next);
    } else if (connection.isClosing) {
      socket.destroySoon();
    } else {
      connection.idleTimer.refresh();
    }
  }

  return (req, res) => {
    const { socket } = req;
    const connection = connections.get(socket) ?? openConnection(socket, idleTimeoutMs);
    if (!socket.writable || connection.isClosing) return;
    if (!connection.current) return handle(connection, { req, res });
    if (connection.waiting.length === maxPipelinedRequests) return void socket.destroy();
    connection.waiting.push({ req, res });
    socket.pause();
  };
}

/**
 * Closes a connection once the requests that are complete have been handled, and ignores what follows.
 *
 * @returns false, and does nothing, when there is no such request
 */
export function closeAfterCompleteRequests(socket: Socket): boolean {
  const connection = connections.get(socket);
  if (!connection?.current?.req.complete) return false;
  connection.isClosing = true;
  socket.pause();
  return true;
}

/** Returns the response of the request that is being handled on a connection. */
export function currentResponse(socket: Socket): ServerResponse | undefined {
  return connections.get(socket)?.current?.res;
}

function openConnection(socket: Socket, idleTimeoutMs: number): Connection {
  const idleTimer = setTimeout(closeIdle, idleTimeoutMs, socket).unref();
  const connection: Connection = { current: undefined, waiting: [], isClosing: false, idleTimer };
  connections.set(socket, connection);
  socket.on('resume', keepPaused);
  socket.once('close', () => clearTimeout(idleTimer));
  return connection;
}

/** Any bytes restart Node's own keep-alive timeout, such as the line breaks that its parser skips. */
function closeIdle(socket: Socket): void {
  if (!connections.get(socket)?.current) socket.destroy();
}

/** Reading a request's body resumes the socket, even when the rest of the body has already been parsed. */
function keepPaused(this: Socket): void {
  const connection = connections.get(this);
  if (connection?.isClosing || (connection?.waiting.length ?? 0) > 0) this.pause();
}
