import { readFile } from 'node:fs/promises';
import { ContractError } from '../ContractError.ts';

/**
 * Reads a text file. `setting` is what names it, for the error message: `--contract`.
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
 * Decodes text in UTF-8, or in UTF-16 with a byte order mark. `file` is the name that errors show.
 * @throws {ContractError} with the line of the first byte in another encoding
 */
export function decodeSource(bytes: Uint8Array, file: string): string {
  const text = decode(bytes, findEncoding(bytes));
  // UTF-16 without a mark is UTF-8 with U+0000.
  if (text !== undefined && !text.includes('\0')) return text;

  const lines = Buffer.from(bytes).toString('latin1').split('\n');
  const isOther = (line: string) => {
    const decoded = decode(Buffer.from(line, 'latin1'), 'utf-8');
    return decoded === undefined || decoded.includes('\0');
  };
  const message = 'expected text in UTF-8, or in UTF-16 with a byte order mark.';
  throw new ContractError([`${file}:${lines.findIndex(isOther) + 1} Encoding: ${message}`]);
}

function findEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
