import { createServer, type IncomingMessage } from 'node:http';
import express from 'express';
import { type ContractContext, loadContractContext, mask, splitTarget } from '#contract';
import { createConsoleRoutes } from '../console/consoleRoutes.ts';
import { createForwarder } from '../forward/createForwarder.ts';
import { describeArrival } from '../journal/describeRequest.ts';
import { defaultJournalLimit, Journal } from '../journal/Journal.ts';
import { recordRequest } from '../journal/recordRequests.ts';
import { ownContractFile } from '../ownFiles.ts';
import { createErrorHandler } from '../respond/errorHandler.ts';
import { listen } from '../start/listen.ts';
import { MockStartError } from '../start/MockStartError.ts';
import { reloadOnChange } from '../start/reloadOnChange.ts';

export interface StartObserverOptions {
  /** A path in it is prepended to every request target. */
  backend: URL;
  /** 0 selects any free port. */
  port: number;
  /** Loopback by default, because the traffic contains personal data. */
  host?: string | undefined;
  /** Path of the contract, this repository's by default. It is reloaded on change. */
  contractFile?: string | undefined;
  /** The number of requests that the journal keeps, 2,000 by default. */
  journalLimit?: number;
  /** The names in a URL of the console that are accepted besides local ones. */
  allowedHosts?: readonly string[];
  /** Whether request targets, headers and bodies are recorded. False by default. */
  recordBodies?: boolean | undefined;
  /** A response that begins later is a violation. 10,000 by default. */
  responseTimeoutMs?: number;
  /**
   * Whether the backend accepts any value that can be used once, such as a captcha response, so that a rejected
   * request is a violation. False by default.
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
    return { context };
  });
  const journal = new Journal(journalLimit);
  const consoleApp = express().disable('x-powered-by');
  const observed = backend.origin;
  const options = { files, journal, observed, allowedHosts };
  consoleApp.use('/mock', createConsoleRoutes(options));
  consoleApp.use(createErrorHandler(() => files.current().context));

  const forwardRequest = createForwarder({
    backend,
    via: 'contract-observer',
    recordBodies,
    responseTimeoutMs,
    ignoreSingleUse,
  });
  const server = createServer((req, res) => {
    if (/^\/mock(\/|$)/.test(req.url ?? '')) return void consoleApp(req, res);

    // One version of the contract for the whole exchange, even if the file changes in the meantime.
    const { context } = files.current();
    const arrival = recordBodies
      ? describeArrival(req, context.secretFields)
      : { path: describePath(req, context) };
    recordRequest(journal, req, res, arrival);
    forwardRequest(req, res, context);
  });
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

/** The path of the contract, whose variables are not replaced by personal data; masked if it declares none. */
function describePath({ method = '', url = '/' }: IncomingMessage, context: ContractContext) {
  const match = context.matchOperation(method, splitTarget(url).path);
  return match.kind === 'operation' ? context.contract.basePath + match.operation.path : mask;
}

/** @throws {MockStartError} for a URL whose parts would be ignored */
function rejectBackend({ username, password, search, hash }: URL): void {
  if (username || password || search || hash) {
    throw new MockStartError('URL: expected no credentials, query or fragment.');
  }
}
