import { readFile } from 'node:fs/promises';
import { ContractError } from '../ContractError.ts';

/**
 * Reads a text file. `setting` is the name of the option for the error message: `--contract`.
 * @throws {ContractError}
 */
export async function readSource(setting: string, file: string): Promise<string> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    const [reason] = (cause instanceof Error ? cause.message : String(cause)).split(', ');
    const message = `${setting}: expected a file that can be read, got "${file}" (${reason}).`;
    throw new ContractError([message], { cause });
  });
  return decodeSource(bytes, file);
}

/**
 * Decodes text in UTF-8. `file` is the name that errors show.
 * @throws {ContractError} with the line of the first byte in another encoding
 */
export function decodeSource(bytes: Uint8Array, file: string): string {
  const text = decode(bytes);
  if (text !== undefined) return text;

  const lines = Buffer.from(bytes).toString('latin1').split('\n');
  const line = lines.findIndex((it) => decode(Buffer.from(it, 'latin1')) === undefined) + 1;
  throw new ContractError([`${file}:${line} Encoding: expected text in UTF-8.`]);
}

/** Returns undefined for another encoding; UTF-16 has U+0000 or bytes that are not valid. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
