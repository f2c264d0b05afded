import express, { type Express } from 'express';
import { type ConsoleOptions, createConsoleRoutes } from './console/consoleRoutes.ts';
import type { Reloadable } from './contract/load/reloadOnChange.ts';
import { recordRequests } from './journal/recordRequests.ts';
import type { MockFiles } from './operations/loadMockFiles.ts';
import { createSessions } from './operations/sessions.ts';
import { errorHandler } from './respond/errorHandler.ts';
import { readBody } from './respond/readBody.ts';
import { createResponder } from './respond/respond.ts';

export interface MockOptions extends ConsoleOptions {
  files: Reloadable<MockFiles>;
}

/** Creates the mock API. `startMock` makes it listen. */
export function createMock(options: MockOptions): Express {
  const { files, journal } = options;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);

  app.use('/mock', createConsoleRoutes(options));
  app.use(recordRequests(journal, () => files.current().context));
  app.use(readBody);
  app.use(createResponder({ currentFiles: files.current, sessions: createSessions() }));
  app.use(errorHandler);
  return app;
}
