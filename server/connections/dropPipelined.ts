import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from '../config/limits.ts';

/** A client connection that has sent a request. */
interface Connection {
  /** The response to the latest request that was handled. */
  res: ServerResponse;
  /** Whether the connection ends after this response. */
  isClosing: boolean;
  /** Closes the connection when it has had no request for too long. */
  idleTimer: NodeJS.Timeout;
}

const connections = new WeakMap<Socket, Connection>();

/** Returns the response to the latest request of a connection. */
export function findLatestResponse(socket: Socket): ServerResponse | undefined {
  return connections.get(socket)?.res;
}

/** Ends a connection after the response under way, and reads nothing more from it. */
export function closeAfterResponse(socket: Socket): void {
  const connection = connections.get(socket);
  if (!connection || connection.isClosing) return;
  connection.isClosing = true;
  connection.res.shouldKeepAlive = false;
  socket.pause();
  // Reading the rest of a body resumes the socket, even when that rest has already been parsed.
  socket.on('resume', socket.pause);
  // The headers of the response may have been sent without `Connection: close`.
  connection.res.once('close', () => socket.destroySoon());
}

/**
 * Handles one request of a connection at a time. A request that arrives before the previous response is
 * complete is dropped, and the connection ends after that response. Node.js would run both in parallel, so
 * that a GET could overtake a POST, and would also handle requests that follow a `Connection: close`.
 */
export function dropPipelined(
  listener: RequestListener,
  { keepAliveTimeoutMs, headersTimeoutMs }: Pick<Limits, 'keepAliveTimeoutMs' | 'headersTimeoutMs'>,
): RequestListener {
  // A request that begins before the keep-alive timeout may still send its headers.
  const idleTimeoutMs = keepAliveTimeoutMs + headersTimeoutMs;

  function open(socket: Socket, res: ServerResponse): void {
    const idleTimer = setTimeout(closeIdle, idleTimeoutMs, socket).unref();
    connections.set(socket, { res, isClosing: false, idleTimer });
    socket.once('close', () => clearTimeout(idleTimer));
  }

  return (req, res) => {
    const { socket } = req;
    const connection = connections.get(socket);
    if (!socket.writable || connection?.res.closed === false) {
      // Unread chunks would stay in memory.
      req.resume();
      closeAfterResponse(socket);
      return;
    }
    // Node.js drops what arrives after a request with Upgrade.
    if (req.headers.upgrade !== undefined) res.shouldKeepAlive = false;
    if (connection) connection.res = res;
    else open(socket, res);
    res.once('close', restartIdleTimer);
    listener(req, res);
  };
}

/** Node's own keep-alive timeout restarts on any bytes, even on the line breaks that its parser skips. */
function closeIdle(socket: Socket): void {
  if (connections.get(socket)?.res.closed) socket.destroy();
}

function restartIdleTimer(this: ServerResponse): void {
  connections.get(this.req.socket)?.idleTimer.refresh();
}
