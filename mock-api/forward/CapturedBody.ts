import { type DecodedContent, decodeContent } from '#contract';

/** Larger bodies are neither kept nor validated; the limit also applies after decompression. */
const maxCapturedBytes = 2 ** 20;

/** A copy of a body, from its chunks. */
export class CapturedBody {
  // One buffer that grows: a Buffer for each of a million chunks of one byte would take 100 MB.
  #kept = Buffer.alloc(0);
  #length = 0;

  add(chunk: Buffer): void {
    const start = this.#length;
    this.#length += chunk.length;
    if (this.#length > maxCapturedBytes) {
      this.#kept = Buffer.alloc(0);
      return;
    }

    if (this.#length > this.#kept.length) {
      const larger = Buffer.allocUnsafe(start === 0 ? this.#length : this.#length * 2);
      this.#kept.copy(larger, 0, 0, start);
      this.#kept = larger;
    }
    chunk.copy(this.#kept, start);
  }

  /** The decompressed body. */
  async read(contentEncoding: string | undefined): Promise<DecodedContent> {
    if (this.#length > maxCapturedBytes) return { kind: 'unknown' };
    return decodeContent(this.#kept.subarray(0, this.#length), contentEncoding, maxCapturedBytes);
  }
}
