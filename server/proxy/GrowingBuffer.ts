import type { MemoryBudget } from '../runtime/memoryBudget.ts';

const initialBytes = 1024;

/**
 * Collects chunks in one buffer that doubles its size when it is full. A list of the chunks would take
 * about 100 bytes for each of them, so many small chunks would exceed any limit on their length.
 */
export class GrowingBuffer {
  readonly #maxBytes: number;
  readonly #budget: MemoryBudget;
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;

  /** `maxBytes` is the largest length; the budget is charged for the allocated memory. */
  constructor(maxBytes: number, budget: MemoryBudget) {
    this.#maxBytes = maxBytes;
    this.#budget = budget;
  }

  get length(): number {
    return this.#length;
  }

  /** The collected bytes, without a copy. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Returns false, and appends nothing, when the budget does not allow it. */
  append(chunk: Buffer): boolean {
    const length = this.#length + chunk.length;
    if (length > this.#buffer.length && !this.#grow(length)) return false;
    chunk.copy(this.#buffer, this.#length);
    this.#length = length;
    return true;
  }

  /** Returns the memory to the budget. */
  release(): void {
    this.#budget.release(this.#buffer.length);
    this.#buffer = Buffer.alloc(0);
    this.#length = 0;
  }

  #grow(length: number): boolean {
    const doubled = Math.max(initialBytes, 2 * this.#buffer.length, length);
    const size = Math.min(doubled, this.#maxBytes);
    if (!this.#budget.take(size - this.#buffer.length)) return false;
    // The pool of allocUnsafe() would keep other buffers alive.
    const grown = Buffer.allocUnsafeSlow(size);
    this.#buffer.copy(grown, 0, 0, this.#length);
    this.#buffer = grown;
    return true;
  }
}
