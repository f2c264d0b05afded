import { unwatchFile, watchFile } from 'node:fs';
import { ContractError } from '../contract/index.ts';
import { MockStartError } from './start/MockStartError.ts';

const pollingIntervalMs = 250;
const failureMessage = 'A changed file is invalid. The previous version stays in use:';
const repairMessage = 'The changed files are valid again, and in use.';

/** A value that is read from files and follows their changes. */
export interface Reloadable<Value> {
  current(): Value;
  /** The reasons why changed files are not in use; empty if they are. */
  problems(): readonly string[];
  /** Calls back after every reload, successful or not. */
  onReload(listener: () => void): void;
  close(): void;
}

/**
 * Loads a value from files and reloads it when one of them changes. A later failure is reported and leaves the previous
 * value in use; so is the end of it.
 * @throws {MockStartError} if a file is invalid at first
 */
export async function reloadOnChange<Value extends object>(
  files: readonly string[],
  load: (previous?: Value) => Promise<Value>,
): Promise<Reloadable<Value>> {
  let current: Value = await load().catch((cause: unknown) => {
    throw cause instanceof ContractError ? new MockStartError(cause.message, { cause }) : cause;
  });
  let problems: readonly string[] = [];
  let lastReload = 0;
  const listeners = new Set<() => void>();

  async function reload() {
    lastReload += 1;
    const thisReload = lastReload;
    let failures: readonly string[] = [];
    const loaded = await load(current).catch((error: unknown) => {
      failures = problemsOf(error);
    });
    // A reload that started later may already have finished.
    if (thisReload !== lastReload) return;
    const wasInvalid = problems.length > 0;
    problems = failures;
    if (loaded === undefined) console.error([failureMessage, ...problems].join('\n  '));
    else current = loaded;
    if (loaded && wasInvalid) console.info(repairMessage);
    for (const listener of listeners) listener();
  }

  // Polls, because file events stop when an editor replaces the file.
  for (const file of files) {
    watchFile(file, { interval: pollingIntervalMs, persistent: false }, reload);
  }
  return {
    current: () => current,
    problems: () => problems,
    onReload: (listener) => void listeners.add(listener),
    close() {
      for (const file of files) unwatchFile(file, reload);
    },
  };
}

function problemsOf(error: unknown): readonly string[] {
  if (error instanceof ContractError) return error.problems;
  return [error instanceof Error ? error.message : String(error)];
}
