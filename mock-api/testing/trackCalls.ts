/** A promise that knows whether anything waits for it. */
class Call<Result> extends Promise<Result> {
  isAwaited = false;
  isSettled = false;

  // biome-ignore lint/suspicious/noThenProperty: `await` calls it.
  override then<Fulfilled = Result, Rejected = never>(
    ...handlers: Parameters<typeof Promise.prototype.then<Fulfilled, Rejected>>
  ): Promise<Fulfilled | Rejected> {
    this.isAwaited = true;
    return super.then(...handlers);
  }
}

/**
 * Tracks asynchronous calls, so that a test cannot pass before they have settled.
 * @param requireOpen throws if calls are no longer allowed
 */
export function trackCalls(requireOpen: (description: string) => void) {
  const calls = new Map<Call<unknown>, string>();
  return {
    /** Makes a method report its calls. A rejection that nothing waits for stays unhandled. */
    track<Args extends unknown[], Result>(
      name: string,
      method: (...args: Args) => Promise<Result>,
    ): (...args: Args) => Promise<Result> {
      const tracked = (...args: Args) => {
        const description = describeCall(name, ...args);
        const call = new Call<Result>((resolve, reject) => {
          requireOpen(description);
          method(...args)
            .finally(() => {
              call.isSettled = true;
            })
            .then(resolve, reject);
        });
        calls.set(call, description);
        return call;
      };
      return Object.assign(tracked, {
        // biome-ignore lint/suspicious/noThenProperty: `await tester.journal` would otherwise pass.
        then() {
          throw new TypeError(`${name} is awaited, but not called.`);
        },
      });
    },

    /** The calls since the last time that were not awaited, or have not settled. */
    takeUnfinished(): string[] {
      const unfinished = [...calls].filter(([call]) => !(call.isAwaited && call.isSettled));
      for (const [call] of unfinished) call.catch(() => {});
      calls.clear();
      return unfinished.map(([, description]) => description);
    },
  };
}

/** `journal({"status":404})` */
export function describeCall(name: string, ...args: readonly unknown[]): string {
  const values = args.map((value) => JSON.stringify(value) ?? String(value));
  return `${name}(${values.join(', ')})`;
}
