import { readFile } from 'node:fs/promises';
import { ContractError } from '../ContractError.ts';

/**
 * Reads a text file. `setting` is what names it, for the error message: `--contract`.
 * @throws {ContractError}
 */
export async function readSource(setting: string, file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    const [reason] = (cause instanceof Error ? cause.message : String(cause)).split(', ');
    const message = `${setting}: expected a file that can be read, got "${file}" (${reason}).`;
    throw new ContractError([message], { cause });
  });
}
