import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The response to the latest request of each connection. */
const latestResponses = new WeakMap<Socket, ServerResponse>();

/** The connections that end after their latest response. */
const closing = new WeakSet<Socket>();

/** Returns the response to the latest request of a connection that was handled. */
export function findLatestResponse(socket: Socket): ServerResponse | undefined {
  return latestResponses.get(socket);
}

/** Ends a connection after the response under way, and reads nothing more from it. */
export function closeAfterResponse(socket: Socket): void {
  const res = latestResponses.get(socket);
  if (!res || closing.has(socket)) return;

  closing.add(socket);
  res.shouldKeepAlive = false;
  socket.pause();
  // Reading the rest of a body resumes the socket, even when that rest has already been parsed.
  socket.on('resume', socket.pause);
  // The headers of the response may have been sent without `Connection: close`.
  res.once('close', () => socket.destroySoon());
}

/**
 * Handles one request of a connection at a time. A request that arrives before the previous response is
 * complete is dropped, and the connection ends after that response. Node.js would run both in parallel, so
 * that a GET could overtake a POST, and would also handle requests that follow a `Connection: close`.
 */
export function dropPipelined(listener: RequestListener): RequestListener {
  return (req, res) => {
    const { socket } = req;
    if (!socket.writable || latestResponses.get(socket)?.closed === false) {
      // Unread chunks would stay in memory.
      req.resume();
      closeAfterResponse(socket);
      return;
    }

    // Node.js drops what arrives after a request with Upgrade.
    if (req.headers.upgrade !== undefined) res.shouldKeepAlive = false;
    latestResponses.set(socket, res);
    listener(req, res);
  };
}
