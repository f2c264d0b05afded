import { createServer, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { buildOwnFiles } from '../buildOwnFiles.ts';
import { createOwnPages } from '../createOwnPages.ts';
import { createJournal, type Journal } from '../journal/journal.ts';
import { createWorldStore } from '../world/createWorldStore.ts';
import { forward } from './forward.ts';
import { createWatch } from './watchExchange.ts';

export interface StartObserverOptions {
  /** The backend's address; a path in it goes before every path. */
  backend: URL;
  /** 0 takes any free port. */
  port: number;
  /** Loopback by default: what passes here is other people's. */
  host?: string;
  contractFile?: string;
  recordBodies?: boolean;
}

export interface RunningObserver {
  /** Without a trailing slash: what the host's `BACKEND_URL` is set to. */
  url: string;
  journal: Journal;
  /** Ends all connections. */
  close(): Promise<void>;
}

/**
 * Starts the observer in front of a backend. Below `/mock/` it has the mock's console, journal and
 * coverage; everything else goes to the backend.
 */
export async function startObserver({
  backend,
  port,
  host = '127.0.0.1',
  contractFile = fileURLToPath(new URL('../../openapi.yaml', import.meta.url)),
  recordBodies = false,
}: StartObserverOptions): Promise<RunningObserver> {
  const dataFile = fileURLToPath(new URL('../data.yaml', import.meta.url));
  const store = await createWorldStore({ contractFile, dataFile });
  const journal = createJournal();
  const pages = express().disable('x-powered-by');
  const ownFiles = await buildOwnFiles();
  pages.use('/mock', createOwnPages({ journal, store, ownFiles, observed: backend.origin }));

  const agent = new (backend.protocol === 'https:' ? HttpsAgent : HttpAgent)({ keepAlive: true });
  const watch = createWatch({ journal, currentWorld: store.current, recordBodies });
  const server = createServer((req, res) => {
    if (/^\/mock(\/|$)/.test(req.url ?? '')) return void pages(req, res);
    forward(req, res, { backend, agent, watcher: watch(req) });
  });
  // Whoever is in front and whoever is behind have time limits; none of them is this one's to set.
  server.requestTimeout = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve);
    });
  } catch (error) {
    store.close();
    throw error;
  }
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    journal,
    async close() {
      store.close();
      agent.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
