import { type DecodedContent, decodeContent } from '../contract/http/decodeContent.ts';

/** Larger bodies are neither kept nor validated; the limit also applies after decompression. */
const maxBytes = 2 ** 20;

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
    /** The decompressed body. */
    async read(contentEncoding: string | undefined): Promise<DecodedContent> {
      if (length > maxBytes) return { kind: 'unknown' };
      return decodeContent(Buffer.concat(chunks), contentEncoding, maxBytes);
    },
  };
}
