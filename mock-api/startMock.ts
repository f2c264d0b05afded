import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createMock } from './app.ts';
import { buildOwnFiles } from './buildOwnFiles.ts';
import { loadContract } from './contract/loadContract.ts';
import { createJournal, type Journal } from './journal.ts';
import { loadData } from './loadData.ts';
import { createWorld } from './world.ts';

export interface StartMockOptions {
  /** 0 takes any free port. */
  port: number;
  host?: string;
  /** Path of the contract; the repository's own by default. */
  contractFile?: string;
  /** Path of the briefs and users; the mock's own by default. */
  dataFile?: string;
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
}: StartMockOptions): Promise<RunningMock> {
  const contract = await loadContract(contractFile);
  const world = createWorld(contract, await loadData(dataFile, contract));
  const journal = createJournal();
  const app = createMock({ currentWorld: () => world, journal, ownFiles: await buildOwnFiles() });

  const server = createServer(app);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    journal,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
