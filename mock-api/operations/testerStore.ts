export type TesterStore<Value> = ReturnType<typeof createTesterStore<Value>>;

/**
 * Creates a store of values by key, each with a tester's name or none. Beyond the limit, the oldest value is removed.
 */
export function createTesterStore<Value>(limit: number) {
  const entries = new Map<string, { name: string | undefined; value: Value }>();
  let setCount = 0;

  return {
    get: (key: string) => entries.get(key)?.value,

    /** Returns the number of calls of `set`. */
    setCount: () => setCount,

    set(key: string, name: string | undefined, value: Value) {
      setCount += 1;
      // Reinserted, so that it is the newest one.
      entries.delete(key);
      entries.set(key, { name, value });
      const [oldest] = entries.keys();
      if (entries.size > limit && oldest !== undefined) entries.delete(oldest);
    },

    delete: (key: string) => entries.delete(key),

    /** Removes the values of a tester, or all of them, and returns their number. */
    reset(name?: string): number {
      const removed = [...entries].filter(([, own]) => name === undefined || own.name === name);
      for (const [key] of removed) entries.delete(key);
      return removed.length;
    },
  };
}
