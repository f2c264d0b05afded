import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The connections of clients, with the response to the latest request of each. */
export class Connections {
  readonly #latestResponses = new WeakMap<Socket, ServerResponse>();
  /** The connections that are closed after their latest response. */
  readonly #closing = new WeakSet<Socket>();

  /**
   * Accepts one request of a connection at a time. A request that arrives before the previous response is complete is
   * dropped, and the connection is closed after that response. Node.js would run both in parallel, so that a GET could
   * overtake a POST, and would also handle requests that follow a `Connection: close`.
   *
   * @returns whether the request is to be handled
   */
  accept(req: IncomingMessage, res: ServerResponse): boolean {
    const { socket } = req;
    if (!socket.writable || this.#latestResponses.get(socket)?.closed === false) {
      // Unread chunks would stay in memory.
      req.resume();
      this.closeAfterResponse(socket);
      return false;
    }

    // Node.js drops what arrives after a request with Upgrade.
    if (req.headers.upgrade !== undefined) res.shouldKeepAlive = false;
    this.#latestResponses.set(socket, res);
    return true;
  }

  /** Returns the response to the latest request of a connection that was accepted. */
  findLatestResponse(socket: Socket): ServerResponse | undefined {
    return this.#latestResponses.get(socket);
  }

  /** Whether the latest request of a connection has arrived completely, and the host is preparing the response. */
  isBusy(socket: Socket): boolean {
    const res = this.#latestResponses.get(socket);
    return res?.req.complete === true && !res.writableEnded;
  }

  /** Closes a connection after its latest response, and reads nothing more from it. */
  closeAfterResponse(socket: Socket): void {
    const res = this.#latestResponses.get(socket);
    if (!res || this.#closing.has(socket)) return;

    this.#closing.add(socket);
    res.shouldKeepAlive = false;
    socket.pause();
    // Reading the rest of a body resumes the socket, even when that rest has already been parsed.
    socket.on('resume', socket.pause);
    // The headers of the response may have been sent without `Connection: close`.
    res.once('close', () => socket.destroySoon());
  }
}
