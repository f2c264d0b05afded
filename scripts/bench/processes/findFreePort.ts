import { createServer } from 'node:net';
import { listenLocally } from '../../stack/listenLocally.ts';

/** Finds a port that is free at the moment, for a program that cannot choose one itself. */
export async function findFreePort(): Promise<number> {
  const { port, close } = await listenLocally(createServer());
  await close();
  return port;
}
