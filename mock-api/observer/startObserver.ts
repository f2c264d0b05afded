import { createServer } from 'node:http';
import express from 'express';
import { createConsoleRoutes } from '../console/consoleRoutes.ts';
import { ContractError, loadContractContext } from '../contract/index.ts';
import { createAgent } from '../forward/createAgent.ts';
import { forward } from '../forward/forward.ts';
import { createJournal, defaultJournalLimit, type Journal } from '../journal/journal.ts';
import { listen } from '../listen.ts';
import { MockStartError } from '../MockStartError.ts';
import { ownContractFile } from '../ownFiles.ts';
import { printWarnings } from '../printWarnings.ts';
import { reloadOnChange } from '../reloadOnChange.ts';
import { createErrorHandler } from '../respond/errorHandler.ts';
import { createExchangeRecorder } from './recordExchange.ts';
import { createTargetMask } from './targetMask.ts';

export interface StartObserverOptions {
  /** A path in it is prepended to every request target. */
  backend: URL;
  /** 0 selects any free port. */
  port: number;
  /** Loopback by default, because the traffic contains personal data. */
  host?: string;
  /** Path of the contract, this repository's by default. It is reloaded on change. */
  contractFile?: string;
  /** The number of requests that the journal keeps, 2,000 by default. */
  journalLimit?: number;
  /** The names in a URL of the console that are accepted besides local ones. */
  allowedHosts?: readonly string[];
  /** Whether request targets, headers and bodies are recorded. False by default. */
  recordBodies?: boolean;
  /** A response that begins later is a violation. 10,000 by default. */
  responseTimeoutMs?: number;
  /**
   * Whether the backend accepts any value that can be used once, such as a captcha response, so that a rejected
   * request is a violation. False by default.
   */
  ignoreSingleUse?: boolean;
}

export interface RunningObserver {
  /** Without a trailing slash: the value for the host's `BACKEND_URL`. */
  url: string;
  journal: Journal;
  /** Stops listening and closes all connections. */
  close(): Promise<void>;
}

/**
 * Starts the observer in front of a backend. `/mock/` serves the console, the journal and the
 * coverage; every other request is forwarded to the backend.
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
  const files = await reloadOnChange([contractFile], async () => {
    const context = await loadContractContext(contractFile);
    printWarnings(context.contract.warnings);
    return { context, maskTarget: createTargetMask(context.contract) };
  }).catch((error: unknown) => {
    throw error instanceof ContractError ? new MockStartError(error.message) : error;
  });
  const journal = createJournal(journalLimit);
  const consoleApp = express().disable('x-powered-by');
  const observed = backend.origin;
  consoleApp.use('/mock', createConsoleRoutes({ files, journal, observed, allowedHosts }));
  consoleApp.use(createErrorHandler(() => files.current().context));

  const agent = createAgent(backend);
  const recordExchange = createExchangeRecorder({
    journal,
    currentFiles: files.current,
    recordBodies,
    responseTimeoutMs,
    ignoreSingleUse,
  });
  const server = createServer((req, res) => {
    if (/^\/mock(\/|$)/.test(req.url ?? '')) return void consoleApp(req, res);
    forward(req, res, { backend, agent, listener: recordExchange(req), via: 'contract-observer' });
  });
  // Timeouts are left to the client and the backend.
  server.requestTimeout = 0;
  const release = () => {
    files.close();
    agent.destroy();
  };
  const listening = await listen(server, { port, host, setting: '--port' }).catch((error) => {
    release();
    throw error;
  });
  return {
    url: listening.url,
    journal,
    close() {
      release();
      return listening.close();
    },
  };
}

/** @throws {MockStartError} for a URL whose parts would be ignored */
function rejectBackend({ username, password, search, hash }: URL): void {
  if (username || password || search || hash) {
    throw new MockStartError('URL: expected no credentials, query or fragment.');
  }
}
