import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import type { Services } from '../services.ts';

/** The time in which a newly accepted connection may send its first request; a busy load balancer sends it late. */
const firstRequestMs = 1_000;

/** Stops a server: serves for `drainDelayMs`, then waits at most `drainTimeoutMs` for requests in flight. */
export async function stopServer(
  server: Server,
  { drainDelayMs, drainTimeoutMs }: Config,
  { log, inFlight, shutdown }: Services,
): Promise<void> {
  shutdown.abort();
  log.info({ inFlight: inFlight.count }, 'shutting down');
  // Load balancers send requests until they have noticed that this instance is not ready.
  await wait(drainDelayMs);

  const closed = once(server, 'close');
  // http.Server.close() would also abort responses that a slow client is still reading.
  NetServer.prototype.close.call(server);
  const drainTimeout = new Promise<'exceeded'>((resolve) =>
    setTimeout(resolve, drainTimeoutMs, 'exceeded').unref(),
  );
  await wait(Math.min(drainDelayMs, firstRequestMs));
  // Requests may have arrived while the event loop was busy.
  await nextTurn();
  const idle = new Promise<void>((resolve) => inFlight.onceIdle(resolve));
  const outcome = await Promise.race([idle, drainTimeout]);
  if (outcome) log.warn({ inFlight: inFlight.count }, 'drain timeout exceeded');

  server.closeAllConnections();
  await closed;
  log.info('stopped');
}

function wait(timeoutMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, timeoutMs));
}
