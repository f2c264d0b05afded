import { type DecodedContent, decodeContent } from '../../contract/index.ts';

/** Larger bodies are neither kept nor validated; the limit also applies after decompression. */
const maxCapturedBytes = 2 ** 20;

/** Keeps a copy of a body from its chunks. */
export function createBodyCapture() {
  // One buffer that grows: a Buffer for each of a million chunks of one byte would take 100 MB.
  let kept = Buffer.alloc(0);
  let length = 0;
  return {
    add(chunk: Buffer) {
      const start = length;
      length += chunk.length;
      if (length > maxCapturedBytes) {
        kept = Buffer.alloc(0);
        return;
      }
      if (length > kept.length) {
        const larger = Buffer.allocUnsafe(start === 0 ? length : length * 2);
        kept.copy(larger, 0, 0, start);
        kept = larger;
      }
      chunk.copy(kept, start);
    },
    /** The decompressed body. */
    async read(contentEncoding: string | undefined): Promise<DecodedContent> {
      if (length > maxCapturedBytes) return { kind: 'unknown' };
      return decodeContent(kept.subarray(0, length), contentEncoding, maxCapturedBytes);
    },
  };
}
