export type Defer = (close: () => unknown) => void;

/**
 * Runs `work`, then every function that it deferred, the last first, even after an error.
 * @example await withCleanup(async (defer) => defer((await startServer(options)).stop));
 */
export async function withCleanup<Result>(
  work: (defer: Defer) => Promise<Result>,
): Promise<Result> {
  const closers: (() => unknown)[] = [];
  try {
    return await work((close) => closers.push(close));
  } finally {
    for (const close of closers.reverse()) await close();
  }
}
