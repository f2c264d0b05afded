import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';

type Decoder = (data: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const decoders = new Map<string, Decoder>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
  ['zstd', promisify(zstdDecompress)],
]);

export type DecodedContent =
  | { kind: 'decoded'; body: Buffer }
  /** A body larger than the limit, or with an unsupported encoding. */
  | { kind: 'unknown' }
  /** A body that is not in the encoding that the header names. */
  | { kind: 'malformed'; encoding: string };

/** Decompresses a body according to its `Content-Encoding`. */
export async function decodeContent(
  bytes: Buffer,
  contentEncoding: string | undefined,
  maxOutputLength: number,
): Promise<DecodedContent> {
  let body = bytes;
  for (const encoding of (contentEncoding ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .reverse()) {
    if (encoding === '' || encoding === 'identity' || body.length === 0) continue;

    const decode = decoders.get(encoding);
    if (!decode) return { kind: 'unknown' };

    try {
      body = await decode(body, { maxOutputLength });
    } catch (error) {
      const isTooLarge = error instanceof RangeError;
      return isTooLarge ? { kind: 'unknown' } : { kind: 'malformed', encoding };
    }
  }
  return { kind: 'decoded', body };
}
