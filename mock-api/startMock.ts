import { createServer } from 'node:http';
import { createApp } from './app.ts';
import { defaultJournalLimit, Journal } from './journal/Journal.ts';
import { loadMockFiles, type MockFiles } from './operations/loadMockFiles.ts';
import { createMockState } from './operations/mockState.ts';
import { ownContractFile, ownDataFile } from './ownFiles.ts';
import { listen } from './start/listen.ts';
import { reloadOnChange } from './start/reloadOnChange.ts';

export interface StartMockOptions {
  /** The port; 0 selects any free one. */
  port: number;
  /** The address to listen on, `127.0.0.1` by default. */
  host?: string | undefined;
  /** The path of the contract, by default of this repository's. It is reloaded on change. */
  contractFile?: string | undefined;
  /**
   * The path of a data file whose briefs and users replace those of `data.yaml`, and whose scenarios are added. It is
   * reloaded on change.
   */
  dataFile?: string | undefined;
  /** The number of requests that the journal keeps, 2,000 by default. */
  journalLimit?: number;
  /** The product's URL, for links in a console that is opened at the mock's own URL. */
  productUrl?: string;
  /** The URL of a backend for requests that the data does not cover. Its path is prepended to the request target. */
  backend?: URL | undefined;
  /** The host names that the console accepts besides local ones. */
  allowedHosts?: readonly string[] | undefined;
  /** The names of the port's and the data file's setting in errors: `MOCK_PORT` and `MOCK_DATA` by default. */
  settingNames?: SettingNames;
}

interface SettingNames {
  port: string;
  data: string;
}

export interface RunningMock {
  /** The mock's URL without a trailing slash. */
  url: string;
  /** The path of the contract's first server, without a trailing slash; it precedes all paths of the contract. */
  basePath: string;
  port: number;
  journal: Journal;
  /** Stops listening and closes all connections, including those without a response. */
  close(): Promise<void>;
}

/**
 * Starts the mock API.
 * @throws {MockStartError} if a file is invalid or the port cannot be opened
 * @example
 * const mock = await startMock({ port: 0 });
 * const response = await fetch(`${mock.url}/rest/subscriber-feedback/briefs/daily-harvest`);
 * await mock.close();
 */
export async function startMock({
  port,
  host = '127.0.0.1',
  contractFile = ownContractFile,
  dataFile,
  journalLimit = defaultJournalLimit,
  productUrl = 'http://localhost:3000',
  backend,
  allowedHosts,
  settingNames = { port: 'MOCK_PORT', data: 'MOCK_DATA' },
}: StartMockOptions): Promise<RunningMock> {
  const watched = [contractFile, ownDataFile];
  if (dataFile !== undefined) watched.push(dataFile);
  const files = await reloadOnChange<MockFiles>(watched, (previous) =>
    loadMockFiles(contractFile, dataFile, previous?.data.scenarios, settingNames.data),
  );
  const journal = new Journal(journalLimit);
  const forwarding = backend && {
    backend,
    via: 'mock-api',
    responseTimeoutMs: Infinity,
  };
  const app = createApp({
    files,
    journal,
    state: createMockState(journal),
    forwarding,
    recordBodies: true,
    productUrl,
    allowedHosts,
  });
  const server = await listen(createServer(app), {
    port,
    host,
    setting: settingNames.port,
    release: () => files.close(),
  });
  return {
    ...server,
    basePath: files.current().context.contract.basePath,
    journal,
  };
}
