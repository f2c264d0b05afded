import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { projectDirectory } from './paths.ts';

/**
 * Converts a command line of an npm script to arguments for `node`: the command is replaced with
 * the file that its package installs. Unlike `npx` and `node_modules/.bin`, this needs no shell on
 * any system.
 * @example spawn(process.execPath, nodeArguments('tsc --build'))
 */
export function nodeArguments(commandLine: string): string[] {
  const [command = '', ...args] = commandLine.split(' ');
  return [findBin(command), ...args];
}

function findBin(command: string): string {
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
    const directory = join(projectDirectory, 'node_modules', name);
    const { bin } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
    const file = bin?.[command];
    if (file) return join(directory, file);

    // The only command of a package may have its name.
    if (typeof bin === 'string' && basename(name) === command) return join(directory, bin);
  }
  throw new Error(`"${command}" is not a command of any package in package.json.`);
}
