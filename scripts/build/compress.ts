import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const encoders = { '.br': promisify(brotliCompress), '.gz': promisify(gzip) };

/** Returns a file and its `.br` and `.gz` versions, as pairs of path and content. */
export async function compress(path: string, content: Uint8Array): Promise<[string, Uint8Array][]> {
  const encoded = Object.entries(encoders).map(
    async ([suffix, encode]): Promise<[string, Uint8Array]> => [
      path + suffix,
      await encode(content),
    ],
  );
  return [[path, content], ...(await Promise.all(encoded))];
}
