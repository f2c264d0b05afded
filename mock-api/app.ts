import { EventEmitter } from 'node:events';
import express, { type Express } from 'express';
import { createConsoleRoutes } from './console/consoleRoutes.ts';
import { createForwarder } from './forward/createForwarder.ts';
import type { ExchangeEmitter } from './journal/exchange.ts';
import { recordExchanges } from './journal/recordExchanges.ts';
import type { MockOptions } from './mockOptions.ts';
import { createErrorHandler } from './respond/errorHandler.ts';
import { createResponder } from './respond/responder.ts';

/** Reads the body of a request, of at most 1 MiB after decompression. */
const readBody = express.raw({ type: () => true, limit: 2 ** 20 });

/** Creates the mock API or, with a backend and without data, the observer. */
export function createApp(options: MockOptions): Express {
  const { files, journal, forwarding, recordBodies } = options;
  const exchanges: ExchangeEmitter = new EventEmitter();
  recordExchanges(exchanges, journal, recordBodies);
  const forward = forwarding && createForwarder(forwarding, exchanges);

  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);

  app.use('/mock', createConsoleRoutes(options));
  // The observer streams the body.
  if (files.current().data) app.use(readBody);
  app.use(createResponder(options, exchanges, forward));
  app.use(createErrorHandler(files, exchanges));
  return app;
}
