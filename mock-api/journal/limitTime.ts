import { createContext, Script } from 'node:vm';

const limitMs = 1000;
const script = new Script('run()');
const context: { run?: () => unknown } = createContext({});

/** A regular expression that takes too long. */
export class PatternTimeoutError extends Error {
  override readonly name = 'PatternTimeoutError';
}

/**
 * Calls a function that changes nothing, and ends it after a second: a regular expression of one tester must
 * not stop the mock for the others.
 * @throws {PatternTimeoutError}
 */
export function limitTime<Result>(run: () => Result): Result {
  context.run = run;
  try {
    return script.runInContext(context, { timeout: limitMs });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new PatternTimeoutError(`The regular expression took longer than ${limitMs} ms.`);
  } finally {
    delete context.run;
  }
}
