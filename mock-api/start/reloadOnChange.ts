import { unwatchFile, watchFile } from 'node:fs';
import { ContractError } from '#contract';
import { MockStartError } from './MockStartError.ts';

const pollingIntervalMs = 250;
const failureMessage = 'A changed file is invalid. The previous version stays in use:';
const repairMessage = 'The changed files are valid again, and in use.';

/** A value from files that follows their changes. */
export interface Reloadable<Value> {
  current(): Value;
  /** Returns the reasons why changed files are not in use; none if they are. */
  problems(): readonly string[];
  /** Calls a listener after every reload, successful or not. */
  onReload(listener: () => void): void;
  close(): void;
}

/**
 * Loads a value from files, and again when one of them changes. While a changed file is invalid, the previous value
 * stays in use, and the problems are logged.
 * @throws {MockStartError} if a file is invalid at first
 */
export async function reloadOnChange<Value extends object>(
  files: readonly string[],
  load: (previous?: Value) => Promise<Value>,
): Promise<Reloadable<Value>> {
  const first = await load().catch((cause: unknown) => {
    throw cause instanceof ContractError ? new MockStartError(cause.message, { cause }) : cause;
  });
  return new WatchedFiles(files, load, first);
}

class WatchedFiles<Value extends object> implements Reloadable<Value> {
  readonly #files: readonly string[];
  readonly #load: (previous: Value) => Promise<Value>;
  readonly #listeners = new Set<() => void>();
  readonly #onChange = () => this.#reload();
  #current: Value;
  #problems: readonly string[] = [];
  #lastReload = 0;

  constructor(files: readonly string[], load: (previous: Value) => Promise<Value>, first: Value) {
    this.#files = files;
    this.#load = load;
    this.#current = first;
    // Polls, because file events stop when an editor replaces the file.
    for (const file of files) {
      watchFile(file, { interval: pollingIntervalMs, persistent: false }, this.#onChange);
    }
  }

  current(): Value {
    return this.#current;
  }

  problems(): readonly string[] {
    return this.#problems;
  }

  onReload(listener: () => void): void {
    this.#listeners.add(listener);
  }

  close(): void {
    for (const file of this.#files) unwatchFile(file, this.#onChange);
  }

  async #reload(): Promise<void> {
    this.#lastReload += 1;
    const thisReload = this.#lastReload;
    const [result] = await Promise.allSettled([this.#load(this.#current)]);
    // A reload that started later may already have finished.
    if (thisReload !== this.#lastReload) return;

    if (result.status === 'fulfilled') this.#replace(result.value);
    else this.#reject(listProblems(result.reason));
    for (const listener of this.#listeners) listener();
  }

  #reject(problems: readonly string[]): void {
    this.#problems = problems;
    console.error([failureMessage, ...problems].join('\n  '));
  }

  #replace(value: Value): void {
    if (this.#problems.length > 0) console.info(repairMessage);
    this.#problems = [];
    this.#current = value;
  }
}

function listProblems(error: unknown): readonly string[] {
  if (error instanceof ContractError) return error.problems;
  return [error instanceof Error ? error.message : String(error)];
}
