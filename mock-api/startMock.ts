import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createMock } from './app.ts';
import { buildOwnFiles } from './buildOwnFiles.ts';
import { createJournal, type Journal } from './journal/journal.ts';
import { keepJournalFile } from './journal/journalFile.ts';
import { createWorldStore } from './world/createWorldStore.ts';

export interface StartMockOptions {
  /** 0 takes any free port. */
  port: number;
  host?: string;
  /** Path of the contract; the repository's own by default. Both files are read again on change. */
  contractFile?: string;
  /** Path of the briefs and users; the mock's own by default. */
  dataFile?: string;
  /** Path of a file to keep the journal in. */
  journalFile?: string | undefined;
  /** Where the product is for someone who opens the console at the mock's own address. */
  productUrl?: string;
}

export interface RunningMock {
  /** Without a trailing slash. */
  url: string;
  port: number;
  journal: Journal;
  /** Ends all connections, held ones too. */
  close(): Promise<void>;
}

/** Starts the mock API. Rejects with a ContractError where a file is broken, or as `listen` does. */
export async function startMock({
  port,
  host = '127.0.0.1',
  contractFile = fileURLToPath(new URL('../openapi.yaml', import.meta.url)),
  dataFile = fileURLToPath(new URL('data.yaml', import.meta.url)),
  journalFile,
  productUrl = 'http://localhost:3000',
}: StartMockOptions): Promise<RunningMock> {
  const store = await createWorldStore({ contractFile, dataFile });
  const journal = createJournal();
  const endings: (() => void | Promise<void>)[] = [store.close];
  try {
    if (journalFile) endings.push(await keepJournalFile(journal, journalFile));
    const app = createMock({ store, journal, productUrl, ownFiles: await buildOwnFiles() });
    const server = createServer(app);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve);
    });
    endings.unshift(
      () =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    );
    const address = server.address() as AddressInfo;
    return {
      url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
      port: address.port,
      journal,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }

  async function close() {
    for (const end of endings) await end();
  }
}
