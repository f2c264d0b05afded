import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface PendingRequest {
  req: IncomingMessage;
  res: ServerResponse;
}

interface WaitingRequest extends PendingRequest {
  /** An upper bound of the memory that it takes. */
  bytes: number;
}

/** The requests that a client has sent on one connection. */
export interface Connection {
  /** The request that is being handled. */
  current: PendingRequest | undefined;
  /** The previous request, if its body was still incomplete when it got its response. */
  respondedEarly: IncomingMessage | undefined;
  /** Pipelined requests that wait for the current one. */
  waiting: WaitingRequest[];
  /** Whether the connection is closed once the requests that are already complete have been handled. */
  isClosing: boolean;
  /** Closes the connection when it has no request for too long. */
  idleTimer: NodeJS.Timeout;
}

const connections = new WeakMap<Socket, Connection>();

/** Returns the state of a connection that has sent a request. */
export function findConnection(socket: Socket): Connection | undefined {
  return connections.get(socket);
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

/** Whether the client is still sending the body of a request that already has its response. */
export function isSendingAfterResponse(socket: Socket): boolean {
  return connections.get(socket)?.respondedEarly?.complete === false;
}

/** Whether the host is preparing the response to a request that is complete. */
export function isBusy(socket: Socket): boolean {
  const current = connections.get(socket)?.current;
  return current?.req.complete === true && !current.res.writableEnded;
}

/** Returns the response of the request that is being handled on a connection. */
export function currentResponse(socket: Socket): ServerResponse | undefined {
  return connections.get(socket)?.current?.res;
}

export function openConnection(socket: Socket, idleTimeoutMs: number): Connection {
  const idleTimer = setTimeout(closeIdle, idleTimeoutMs, socket).unref();
  const connection: Connection = {
    current: undefined,
    respondedEarly: undefined,
    waiting: [],
    isClosing: false,
    idleTimer,
  };
  connections.set(socket, connection);
  socket.on('resume', keepPaused);
  socket.once('close', () => clearTimeout(idleTimer));
  return connection;
}

/** Node's own keep-alive timeout restarts on any bytes, even on the line breaks that its parser skips. */
function closeIdle(socket: Socket): void {
  if (!connections.get(socket)?.current) socket.destroy();
}

/** Reading a request's body resumes the socket, even when the rest of the body has already been parsed. */
function keepPaused(this: Socket): void {
  const connection = connections.get(this);
  if (connection?.isClosing || (connection?.waiting.length ?? 0) > 0) this.pause();
}
