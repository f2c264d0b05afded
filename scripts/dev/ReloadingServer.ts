import { isStartError } from '../stack/settleAll.ts';
import { hashSources } from './hashSources.ts';
import { ServerProcess } from './ServerProcess.ts';

/** Polls, because file events stop when an editor replaces a file. */
const pollingIntervalMs = 250;

interface ReloadingServerOptions {
  name: string;
  /** In this folder: the script that starts the server. */
  script: string;
  /** The folders of the project with its source. */
  folders: readonly string[];
  /** Called when `problem` may have changed, or another process has taken over. */
  onReload(): void;
}

/** A server that starts again when its source changes. If that fails, the one before keeps running. */
export class ReloadingServer {
  readonly #options: ReloadingServerOptions;
  readonly #process: ServerProcess;
  /** The hash of the source that runs. */
  #running: string | undefined;
  /** The hash of the source that was last tried. */
  #tried: string | undefined;
  #problem = '';
  /** What is wrong with the files that the server itself reloads. */
  #fileProblems: readonly string[] = [];
  #env: Record<string, string> = {};

  constructor(options: ReloadingServerOptions) {
    const { name, script, onReload } = options;
    this.#options = options;
    this.#process = new ServerProcess({
      script,
      onProblems: (problems) => {
        this.#fileProblems = problems;
        onReload();
      },
      onEnd: () => {
        this.#running = undefined;
        this.#report(`The ${name} has ended. It starts again when its source changes.`);
      },
    });
  }

  /** Why the source does not run as it is; empty if it does. */
  get problem(): string {
    return [this.#problem, ...this.#fileProblems].filter(Boolean).join('\n\n');
  }

  /**
   * Resolves to the URL of the server.
   * @throws {StartupError}
   */
  async start(env: Record<string, string> = {}): Promise<string> {
    this.#env = env;
    this.#tried = hashSources(this.#options.folders);
    const url = await this.#process.replace(env);
    this.#running = this.#tried;
    setInterval(() => this.#poll(), pollingIntervalMs);
    return url ?? '';
  }

  send(message: object): void {
    this.#process.send(message);
  }

  async #poll(): Promise<void> {
    const source = hashSources(this.#options.folders);
    if (source === undefined || source === this.#tried) return;

    this.#tried = source;
    if (source === this.#running) {
      this.#process.cancelReplacement();
      this.#report('');
    } else {
      await this.#reload(source);
    }
  }

  async #reload(source: string): Promise<void> {
    const { name } = this.#options;
    try {
      const url = await this.#process.replace(this.#env);
      if (url === undefined) return;

      this.#running = source;
      this.#fileProblems = [];
      this.#report('');
    } catch (error) {
      if (!isStartError(error)) throw error;

      const state =
        this.#running === undefined
          ? 'has ended, and its source does not start'
          : 'still runs the source before the last change';
      this.#report(`The ${name} ${state}:\n${error.message}`);
    }
  }

  #report(problem: string): void {
    if (problem) console.error(problem);
    else console.log(`The ${this.#options.name} runs the current source.`);

    this.#problem = problem;
    this.#options.onReload();
  }
}
