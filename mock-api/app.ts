import express, { type Express } from 'express';
import { type ConsoleOptions, createConsoleRoutes } from './console/consoleRoutes.ts';
import { describeArrival } from './journal/describeRequest.ts';
import type { Journal } from './journal/Journal.ts';
import { recordRequest } from './journal/recordRequests.ts';
import type { MockFiles } from './operations/loadMockFiles.ts';
import type { MockState } from './operations/operationHandler.ts';
import { createTesterStore } from './operations/testerStore.ts';
import { createErrorHandler } from './respond/errorHandler.ts';
import type { RequestForwarder } from './respond/forwardRequest.ts';
import { createResponder } from './respond/respond.ts';
import type { Reloadable } from './start/reloadOnChange.ts';

export interface MockOptions extends Omit<ConsoleOptions, 'resetState' | 'added'> {
  files: Reloadable<MockFiles>;
  forwardRequest?: RequestForwarder | undefined;
}

/** The limit on the entries of each store in the state, such as the sessions. */
const maxValues = 10_000;

/** The limit on the size of a body after decompression. */
const maxBodyBytes = 2 ** 20;

/** Creates the mock API. `startMock` makes it listen. */
export function createMock(options: MockOptions): Express {
  const { files, journal, forwardRequest } = options;
  const state = createState(journal);

  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);

  const resetState = (name?: string) => reset(state, name);
  app.use('/mock', createConsoleRoutes({ ...options, resetState, added: state.added }));
  app.use((req, res, next) => {
    const { secretFields } = files.current().context;
    recordRequest(journal, req, res, describeArrival(req, secretFields));
    next();
  });
  app.use(express.raw({ type: () => true, limit: maxBodyBytes }));
  app.use(createResponder(() => files.current(), state, forwardRequest));
  app.use(createErrorHandler(() => files.current().context));
  return app;
}

function createState(journal: Journal): MockState {
  return {
    sessions: createTesterStore(maxValues),
    usedTokens: createTesterStore(maxValues),
    attempts: createTesterStore(maxValues),
    added: createTesterStore(maxValues),
    isTester: (name) => journal.hasName(name),
  };
}

/** Forgets what the requests of a tester, or of all, have changed. Returns the numbers of attempts and sessions. */
function reset({ usedTokens, added, attempts, sessions }: MockState, name?: string) {
  usedTokens.reset(name);
  added.reset(name);
  return { attempts: attempts.reset(name), sessions: sessions.reset(name) };
}
