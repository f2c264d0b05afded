import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { StartupError } from '../../server/StartupError.ts';

/**
 * Sets the variables of a file, if there is one, but for those that are set already.
 * @throws {StartupError} for an encoding of which Node.js would lose some or all variables
 */
export function loadDotEnv(file = '.env'): void {
  if (!existsSync(file)) return;

  const encoding = findOtherEncoding(readFileSync(file));
  if (encoding !== undefined) {
    throw new StartupError(
      `${file}: expected text in UTF-8 without a byte order mark, got ${encoding}. Save it as UTF-8.`,
    );
  }
  loadEnvFile(file);
}

function findOtherEncoding(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return 'UTF-16';
  if (!isUtf8(bytes)) return 'another encoding';

  return bytes.toString().startsWith('\uFEFF') ? 'UTF-8 with one' : undefined;
}
