import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const encodings = { br: promisify(brotliCompress), gz: promisify(gzip) };

/** Writes a `.br` and a `.gz` file beside each file. */
export async function compressFiles(paths: readonly string[]): Promise<void> {
  await Promise.all(
    paths.flatMap((path) =>
      Object.entries(encodings).map(async ([ending, compress]) => {
        await writeFile(`${path}.${ending}`, await compress(await readFile(path)));
      }),
    ),
  );
}
