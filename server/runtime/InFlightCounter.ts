/** A counter of requests or calls in flight. */
export class InFlightCounter {
  #count = 0;
  #listeners: (() => void)[] = [];

  get count(): number {
    return this.#count;
  }

  /** Counts one more. Call the returned function once, when the request or call has ended. */
  start(): () => void {
    this.#count++;
    return () => this.#end();
  }

  /** Calls `listener` as soon as the count is 0. */
  onceIdle(listener: () => void): void {
    if (this.#count === 0) listener();
    else this.#listeners.push(listener);
  }

  #end(): void {
    this.#count--;
    if (this.#count > 0) return;

    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
  }
}
