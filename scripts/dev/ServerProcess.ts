import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import { StartupError } from '../../server/StartupError.ts';

interface ServerProcessOptions {
  /** In this folder: starts the server, and sends its `url` to this process, later also `problems`. */
  script: string;
  onProblems(problems: readonly string[]): void;
  /** Called when the server has ended by itself. */
  onEnd(): void;
}

/**
 * A server in a process of its own. A cluster, because its processes can listen on the same port: a new one starts
 * while the one that it replaces still serves.
 */
export class ServerProcess {
  readonly #options: ServerProcessOptions;
  #current: Worker | undefined;
  #next: Worker | undefined;

  constructor(options: ServerProcessOptions) {
    this.#options = options;
  }

  /**
   * Starts a new process, and then stops the one before. Resolves to the URL of the server, or to undefined if another
   * call came meanwhile.
   * @throws {StartupError} with what the new process has printed, if it does not start; the one before still serves
   */
  async replace(env: Record<string, string>): Promise<string | undefined> {
    this.cancelReplacement();
    cluster.setupPrimary({
      exec: join(import.meta.dirname, this.#options.script),
      args: [],
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
    const next = cluster.fork(env);
    this.#next = next;

    let printed = '';
    next.process.stderr?.on('data', (chunk) => {
      if (next === this.#current) process.stderr.write(chunk);
      else printed += chunk;
    });
    const started = once(next, 'message').then(([{ url }]) => url as string);
    const ended = once(next.process, 'close').then(() => undefined);
    const url = await Promise.race([started, ended]);
    if (this.#next !== next) return undefined;

    this.#next = undefined;
    if (url === undefined) throw new StartupError(printed.trim());

    this.#current?.process.kill('SIGTERM');
    this.#current = next;
    process.stderr.write(printed);
    next.on('message', ({ problems }) => this.#options.onProblems(problems));
    void ended.then(() => this.#end(next));
    return url;
  }

  cancelReplacement(): void {
    this.#next?.process.kill('SIGKILL');
    this.#next = undefined;
  }

  send(message: object): void {
    // A process that has just ended would report an error.
    if (this.#current?.isConnected()) this.#current.send(message);
  }

  #end(worker: Worker): void {
    if (this.#current !== worker) return;

    this.#current = undefined;
    this.#options.onEnd();
  }
}
