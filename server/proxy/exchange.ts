/** A proxied request, from its arrival until its response and all its calls to the backend have ended. */
export interface Exchange {
  /** Counts the response or a call as running until the returned function is called. */
  start(): () => void;
  /** Calls `release` once, when nothing is running any more. */
  onEnd(release: () => void): void;
}

export function createExchange(): Exchange {
  let running = 0;
  const releases: (() => void)[] = [];
  const end = () => {
    if (--running > 0) return;
    for (const release of releases.splice(0)) release();
  };
  return {
    start() {
      running++;
      return end;
    },
    onEnd(release) {
      releases.push(release);
    },
  };
}
