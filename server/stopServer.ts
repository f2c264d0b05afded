import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from './config.ts';
import type { Services } from './services.ts';

/** Stops a server without breaking off an answer, or by its deadline all the same. */
export async function stopServer(
  server: Server,
  { drainDelayMs, drainTimeoutMs }: Pick<Config, 'drainDelayMs' | 'drainTimeoutMs'>,
  { log, work }: Pick<Services, 'log' | 'work'>,
): Promise<void> {
  work.stop();
  log.info({ inFlight: work.inFlight }, 'stopping');
  // Load balancers go on sending until they have seen that this copy is no longer ready.
  await wait(drainDelayMs);

  const closed = once(server, 'close');
  // HTTP's own close would also cut off answers that a slow client has not taken in yet.
  NetServer.prototype.close.call(server);
  const deadline = new AbortController();
  const late = wait(drainTimeoutMs, undefined, deadline).then(
    () => log.warn({ inFlight: work.inFlight }, 'stopping at the deadline'),
    () => {},
  );
  await Promise.race([work.whenDone(), late]);
  deadline.abort();
  server.closeAllConnections();
  await closed;
  log.info('stopped');
}
