/** Counts what is in flight, so that stopping can wait for it. */
export interface Work {
  /** True once the host is to stop: it then asks clients to connect anew, elsewhere. */
  readonly stopping: boolean;
  /** How much is in flight. */
  readonly inFlight: number;
  /** Something begins; the function given back says that it is done. */
  begin(): () => void;
  /** What would go on for ever ends when this tells that the host is to stop. */
  readonly endless: AbortSignal;
  stop(): void;
  /** Resolves when nothing is in flight. */
  whenDone(): Promise<void>;
}

export function createWork(): Work {
  const stopping = new AbortController();
  let inFlight = 0;
  let waiting: (() => void)[] = [];
  return {
    get stopping() {
      return stopping.signal.aborted;
    },
    get inFlight() {
      return inFlight;
    },
    begin() {
      inFlight++;
      let done = false;
      return () => {
        if (done) return;
        done = true;
        inFlight--;
        if (inFlight > 0) return;
        for (const resolve of waiting) resolve();
        waiting = [];
      };
    },
    endless: stopping.signal,
    stop() {
      stopping.abort();
    },
    async whenDone() {
      if (inFlight > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
