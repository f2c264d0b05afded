import { createServer } from 'node:http';
import { loadContractContext } from '#contract';
import { createApp } from './app.ts';
import { defaultJournalLimit, Journal } from './journal/Journal.ts';
import { createMockState } from './operations/mockState.ts';
import { ownContractFile } from './ownFiles.ts';
import { listen } from './start/listen.ts';
import { MockStartError } from './start/MockStartError.ts';
import { reloadOnChange } from './start/reloadOnChange.ts';

export interface StartObserverOptions {
  /** The URL of the backend. Its path is prepended to every request target. */
  backend: URL;
  /** The port; 0 selects any free one. */
  port: number;
  /** The address to listen on; `127.0.0.1` by default, because the requests contain personal data. */
  host?: string | undefined;
  /** The path of the contract, by default of this repository's. It is reloaded on change. */
  contractFile?: string | undefined;
  /** The number of requests that the journal keeps, 2,000 by default. */
  journalLimit?: number;
  /** The host names that the console accepts besides local ones. */
  allowedHosts?: readonly string[];
  /** Whether request targets, headers and bodies are recorded. False by default. */
  recordBodies?: boolean | undefined;
  /** The time limit for a response to begin, 10,000 by default. A later one is a violation. */
  responseTimeoutMs?: number;
  /**
   * Whether the backend accepts a value with `x-single-use` again, such as a captcha response, so that rejecting one is
   * a violation. False by default.
   */
  ignoreSingleUse?: boolean | undefined;
}

export interface RunningObserver {
  /** The value for the host's `BACKEND_URL`, without a trailing slash. */
  url: string;
  journal: Journal;
  /** Stops listening and closes all connections. */
  close(): Promise<void>;
}

/**
 * Starts the observer in front of a backend: the mock without data. `/mock/` serves the console and the
 * journal; every other request is forwarded to the backend.
 * @throws {MockStartError} if the backend's URL or the contract cannot be used or the port cannot be opened
 */
export async function startObserver({
  backend,
  port,
  host = '127.0.0.1',
  contractFile = ownContractFile,
  journalLimit = defaultJournalLimit,
  allowedHosts,
  recordBodies = false,
  responseTimeoutMs = 10_000,
  ignoreSingleUse = false,
}: StartObserverOptions): Promise<RunningObserver> {
  rejectBackend(backend);
  const files = await reloadOnChange([contractFile], async () => ({
    context: await loadContractContext(contractFile),
  }));
  const journal = new Journal(journalLimit);
  const forwarding = {
    backend,
    via: 'contract-observer',
    responseTimeoutMs,
    ignoreSingleUse,
  };
  const state = createMockState(journal);
  const app = createApp({ files, journal, state, forwarding, recordBodies, allowedHosts });
  const server = createServer(app);
  // Timeouts are left to the client and the backend.
  server.requestTimeout = 0;
  const { url, close } = await listen(server, {
    port,
    host,
    setting: '--port',
    release: () => files.close(),
  });
  return { url, journal, close };
}

/**
 * Rejects a URL of a backend with parts that would be ignored.
 * @throws {MockStartError}
 */
function rejectBackend({ username, password, search, hash }: URL): void {
  if (username || password || search || hash) {
    throw new MockStartError('URL: expected no credentials, query or fragment.');
  }
}
