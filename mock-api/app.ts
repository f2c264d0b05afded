import express, { type Express } from 'express';
import { type ConsoleOptions, createConsoleRoutes } from './console/consoleRoutes.ts';
import { describeArrival } from './journal/describeRequest.ts';
import { recordRequest } from './journal/recordRequests.ts';
import type { MockFiles } from './operations/loadMockFiles.ts';
import type { MockState } from './operations/operationHandler.ts';
import { createTesterStore } from './operations/testerStore.ts';
import { createTesters } from './operations/testers.ts';
import type { Reloadable } from './reloadOnChange.ts';
import { createErrorHandler } from './respond/errorHandler.ts';
import type { RequestForwarder } from './respond/forwardRequest.ts';
import { createResponder } from './respond/respond.ts';
import { nameless } from './scenarios/testerName.ts';

export interface MockOptions extends Omit<ConsoleOptions, 'resetState' | 'testers'> {
  files: Reloadable<MockFiles>;
  forwardRequest?: RequestForwarder | undefined;
}

/** Of sessions, for example. */
const maxValues = 10_000;

/** After decompression. */
const maxBodyBytes = 2 ** 20;

/** Creates the mock API. `startMock` makes it listen. */
export function createMock(options: MockOptions): Express {
  const { files, journal, forwardRequest } = options;
  const state: MockState = {
    sessions: createTesterStore(maxValues),
    usedTokens: createTesterStore(maxValues),
    deleted: createTesterStore(maxValues),
    attempts: createTesterStore(maxValues),
    testers: createTesters(journal.run),
  };
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);

  const { testers } = state;
  journal.onDrop(({ id, name = nameless }) => {
    const limit = `its limit of ${journal.limit} (MOCK_JOURNAL_LIMIT)`;
    testers.end(name, 'dropped', `the journal dropped request ${id} because of ${limit}`);
  });
  const resetState = (name?: string) => {
    state.usedTokens.reset(name);
    state.deleted.reset(name);
    return { attempts: state.attempts.reset(name), sessions: state.sessions.reset(name) };
  };
  app.use('/mock', createConsoleRoutes({ ...options, resetState, testers }));
  app.use((req, res, next) => {
    const { secretFields } = files.current().context;
    recordRequest(journal, req, res, describeArrival(req, secretFields));
    next();
  });
  app.use(express.raw({ type: () => true, limit: maxBodyBytes }));
  app.use(createResponder(files.current, state, forwardRequest));
  app.use(createErrorHandler(() => files.current().context));
  return app;
}
