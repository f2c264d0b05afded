import { createContext, Script } from 'node:vm';
import { type FieldConditions, FilterError, hasPattern } from './matchFields.ts';

const timeoutMs = 200;
const script = new Script('run()');
const sandbox: { run?: () => unknown } = createContext({});

/**
 * Evaluates conditions. A regular expression of one tester must not stop the mock for the others.
 * @throws {FilterError}
 */
export function limitPatterns<Result>(conditions: FieldConditions, run: () => Result): Result {
  if (!hasPattern(conditions)) return run();
  sandbox.run = run;
  try {
    return script.runInContext(sandbox, { timeout: timeoutMs });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new FilterError(`The regular expression took longer than ${timeoutMs} ms.`);
  }
}
