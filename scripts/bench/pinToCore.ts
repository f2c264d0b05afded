import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const usualPaths = ['/usr/bin/taskset', '/bin/taskset'];

/** The path of `taskset`, if it is installed and there is more than one core. */
export const pinningTool =
  availableParallelism() < 2 ? undefined : usualPaths.find((path) => existsSync(path));

/**
 * Returns the program and the arguments that run a command on one CPU core, or on any core where
 * `taskset` is not installed, there is only one core, or `core` is undefined.
 * @example spawn(...pinToCore(0, process.execPath, ['server.js']))
 */
export function pinToCore(
  core: number | undefined,
  program: string,
  args: readonly string[],
): [program: string, args: string[]] {
  if (core === undefined || !pinningTool) return [program, [...args]];
  return [pinningTool, ['-c', String(core), program, ...args]];
}
