import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type ClientFiles, loadClientFiles } from '../../../server/page/clientFiles.ts';

export const script = 'console.log("client");'.repeat(50);
const loader = 'load("/app/subscriber-feedback/assets/main-AB12.js")';
const stylesheet = 'body { color: #525252 }'.repeat(50);

/** Writes a built client into a temporary directory that exists while `use` runs. */
export function withBuiltClient<Result>(use: (directory: string) => Result): Result {
  const directory = mkdtempSync(join(tmpdir(), 'client-'));
  try {
    mkdirSync(join(directory, 'assets'));
    const manifest = { script: 'assets/main-AB12.js' };
    writeFileSync(join(directory, 'manifest.json'), JSON.stringify(manifest));
    writeFileSync(join(directory, 'loader.js'), loader);
    writeFileSync(join(directory, 'main.css'), stylesheet);
    for (const [file, content] of [
      [manifest.script, script],
      ['assets/main-OLD9.css', stylesheet],
    ] as const) {
      writeFileSync(join(directory, file), content);
      writeFileSync(join(directory, `${file}.br`), brotliCompressSync(content));
      writeFileSync(join(directory, `${file}.gz`), gzipSync(content));
    }
    return use(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

export const clientFiles: ClientFiles = withBuiltClient(loadClientFiles);
