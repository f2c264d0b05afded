import { type DecodedContent, decodeContent } from '#contract';

/** The limit on the size of a captured body, also after decompression. A larger one is not validated. */
const maxCapturedBytes = 2 ** 20;

/** A copy of the chunks of a streamed body. */
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

  /** Returns the decompressed body. */
  async read(contentEncoding: string | undefined): Promise<DecodedContent> {
    if (this.#length > maxCapturedBytes) return { kind: 'unknown' };
    return decodeContent(this.#kept.subarray(0, this.#length), contentEncoding, maxCapturedBytes);
  }
}
