import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';

/** Larger bodies are neither kept nor validated; the limit also applies after decompression. */
const maxBytes = 2 ** 20;

const decoders: Readonly<Record<string, (data: Buffer) => Promise<Buffer>>> = {
  gzip: withLimit(gunzip),
  'x-gzip': withLimit(gunzip),
  deflate: withLimit(inflate),
  br: withLimit(brotliDecompress),
  zstd: withLimit(zstdDecompress),
};

/** Keeps a copy of a body from its chunks. */
export function createBodyCapture() {
  const chunks: Buffer[] = [];
  let length = 0;
  return {
    add(chunk: Buffer) {
      length += chunk.length;
      if (length <= maxBytes) chunks.push(chunk);
      else chunks.length = 0;
    },
    /** The decompressed body; undefined if it is too large or cannot be decompressed. */
    async read(contentEncoding: string | undefined): Promise<Buffer | undefined> {
      if (length > maxBytes) return undefined;
      let body: Buffer = Buffer.concat(chunks);
      for (const name of (contentEncoding ?? '')
        .toLowerCase()
        .split(/[\s,]+/)
        .reverse()) {
        if (name === '' || name === 'identity' || body.length === 0) continue;
        const decoded = await decoders[name]?.(body).catch(() => undefined);
        if (!decoded) return undefined;
        body = decoded;
      }
      return body;
    },
  };
}

function withLimit(
  decode: (
    data: Buffer,
    options: { maxOutputLength: number },
    callback: (error: Error | null, result: Buffer) => void,
  ) => void,
) {
  const decodeAsync = promisify(decode);
  return (data: Buffer) => decodeAsync(data, { maxOutputLength: maxBytes });
}
