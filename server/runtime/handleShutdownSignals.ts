/**
 * Handles SIGTERM, SIGINT, and SIGHUP, which a terminal or a supervisor sends when it ends. During startup the first
 * signal exits immediately; later it calls `close` and then exits. A second signal exits immediately. As process 1 of
 * a container, a process ignores signals that it has no handler for, so this must run before anything that takes time.
 *
 * @returns a function that sets `close`
 */
export function handleShutdownSignals(): (close: () => Promise<void>) => void {
  let close = async () => {};
  let closing = false;
  const onSignal = async () => {
    if (closing) process.exit(1);
    closing = true;
    await close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, onSignal);
  return (closeHost) => {
    close = closeHost;
  };
}
