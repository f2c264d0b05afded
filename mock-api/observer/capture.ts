import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';

/** More than this of a body is not kept, and the body then not looked at. */
const LIMIT = 2 ** 20;

const DECODERS: Readonly<Record<string, (data: Buffer) => Promise<Buffer>>> = {
  gzip: limited(gunzip),
  'x-gzip': limited(gunzip),
  deflate: limited(inflate),
  br: limited(brotliDecompress),
  zstd: limited(zstdDecompress),
};

/** Keeps a copy of a body that passes by, as long as it is of a size that one wants to keep. */
export function createCapture() {
  const chunks: Buffer[] = [];
  let length = 0;
  return {
    add(chunk: Buffer) {
      length += chunk.length;
      if (length <= LIMIT) chunks.push(chunk);
      else chunks.length = 0;
    },
    /** The body as it was before it was compressed; undefined where it is not known. */
    async read(contentEncoding: string | undefined): Promise<Buffer | undefined> {
      if (length > LIMIT) return undefined;
      let body: Buffer = Buffer.concat(chunks);
      for (const name of (contentEncoding ?? '')
        .toLowerCase()
        .split(/[\s,]+/)
        .reverse()) {
        if (name === '' || name === 'identity' || body.length === 0) continue;
        const decoded = await DECODERS[name]?.(body).catch(() => undefined);
        if (!decoded) return undefined;
        body = decoded;
      }
      return body;
    },
  };
}

function limited(
  decode: (
    data: Buffer,
    options: { maxOutputLength: number },
    done: (error: Error | null, result: Buffer) => void,
  ) => void,
) {
  const decodeAsync = promisify(decode);
  return (data: Buffer) => decodeAsync(data, { maxOutputLength: LIMIT });
}
