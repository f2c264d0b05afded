import { once } from 'node:events';

interface Response {
  result?: unknown;
  error?: string;
  message?: string;
}

/** A connection for WebDriver BiDi, the W3C protocol that drives a browser. */
export class BidiConnection {
  readonly #socket: WebSocket;
  readonly #pending = new Map<number, (response: Response) => void>();
  readonly #listeners = new Map<string, (params: never) => void>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(data);
      if (message.method) this.#listeners.get(message.method)?.(message.params as never);
      else this.#pending.get(message.id)?.(message);
    });
    socket.addEventListener('close', () => {
      for (const settle of this.#pending.values()) settle({ error: 'the connection was closed' });
    });
  }

  /** @throws if no connection is possible */
  static async open(url: string): Promise<BidiConnection> {
    const socket = new WebSocket(url);
    await Promise.race([once(socket, 'open'), once(socket, 'error')]);
    if (socket.readyState !== WebSocket.OPEN) throw new Error(`${url}: no connection to Firefox`);
    return new BidiConnection(socket);
  }

  /** @throws if the browser responds with an error, or is no longer there */
  async send<Result = unknown>(method: string, params: object = {}): Promise<Result> {
    if (this.#socket.readyState !== WebSocket.OPEN)
      throw new Error(`${method}: Firefox has exited.`);
    const id = ++this.#lastId;
    const { result, error, message } = await new Promise<Response>((resolve) => {
      this.#pending.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
    this.#pending.delete(id);
    if (error) throw new Error(`${method}: ${error}: ${message}`);
    return result as Result;
  }

  /** Calls the listener for each event of this name. */
  async subscribe<Params>(event: string, listener: (params: Params) => void): Promise<void> {
    this.#listeners.set(event, listener);
    await this.send('session.subscribe', { events: [event] });
  }
}
