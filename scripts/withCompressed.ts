import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const encoders = { '.br': promisify(brotliCompress), '.gz': promisify(gzip) };

/** A file with its `.br` and `.gz` siblings, as pairs of path and content. */
export async function withCompressed(
  path: string,
  content: Uint8Array,
): Promise<[string, Uint8Array][]> {
  const siblings = Object.entries(encoders).map(
    async ([ending, encode]): Promise<[string, Uint8Array]> => [
      path + ending,
      await encode(content),
    ],
  );
  return [[path, content], ...(await Promise.all(siblings))];
}
