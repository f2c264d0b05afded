import { type DecodedContent, decodeContent } from '../contract/http/decodeContent.ts';

/** Larger bodies are neither kept nor validated; the limit also applies after decompression. */
const maxCapturedBytes = 2 ** 20;

/** Keeps a copy of a body from its chunks. */
export function createBodyCapture() {
  let chunks: Buffer[] = [];
  let length = 0;
  return {
    add(chunk: Buffer) {
      length += chunk.length;
      if (length > maxCapturedBytes) chunks = [];
      else chunks.push(chunk);
    },
    /** The decompressed body. */
    async read(contentEncoding: string | undefined): Promise<DecodedContent> {
      if (length > maxCapturedBytes) return { kind: 'unknown' };
      return decodeContent(Buffer.concat(chunks), contentEncoding, maxCapturedBytes);
    },
  };
}
