import { EventEmitter } from 'node:events';
import express, { type Express } from 'express';
import { type ConsoleOptions, createConsoleRoutes } from './console/consoleRoutes.ts';
import { createForwarder, type ForwarderOptions } from './forward/createForwarder.ts';
import type { ExchangeEmitter } from './journal/exchange.ts';
import { recordExchanges } from './journal/recordExchanges.ts';
import { createMockState, resetState } from './operations/mockState.ts';
import { createErrorHandler } from './respond/errorHandler.ts';
import { createResponder } from './respond/respond.ts';

type OwnOptions = 'observed' | 'isForwarding' | 'hasBodies' | 'resetState' | 'added';

export interface MockOptions extends Omit<ConsoleOptions, OwnOptions> {
  /** How the requests are forwarded that the data leaves to a backend: all of them if there is no data. */
  forwarding?: ForwarderOptions | undefined;
  /** Whether the journal contains targets, headers and bodies. True by default. */
  recordBodies?: boolean;
}

/** The limit on the size of a body after decompression. */
const readBody = express.raw({ type: () => true, limit: 2 ** 20 });

/** Creates the mock API or, with a backend and without data, the observer. */
export function createMock({ forwarding, recordBodies = true, ...options }: MockOptions): Express {
  const { files, journal } = options;
  const currentContext = () => files.current().context;
  const hasData = files.current().data !== undefined;
  const state = createMockState(journal);
  const exchanges: ExchangeEmitter = new EventEmitter();
  const forward = forwarding && createForwarder(forwarding, exchanges);
  recordExchanges(exchanges, journal, recordBodies);
  const consoleOptions: ConsoleOptions = {
    ...options,
    observed: hasData ? undefined : forwarding?.backend.origin,
    isForwarding: forward !== undefined,
    hasBodies: recordBodies,
    resetState: (name) => resetState(state, name),
    added: hasData ? state.added : undefined,
  };

  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);

  app.use('/mock', createConsoleRoutes(consoleOptions));
  // The observer streams the body.
  if (hasData) app.use(readBody);
  app.use(createResponder({ currentFiles: () => files.current(), state, forward, exchanges }));
  app.use(createErrorHandler(currentContext, exchanges));
  return app;
}
