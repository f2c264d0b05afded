import express, { type Express } from 'express';
import { type ConsoleOptions, createConsoleRoutes } from './console/consoleRoutes.ts';
import { describeArrival } from './journal/describeRequest.ts';
import type { Journal } from './journal/Journal.ts';
import { recordRequest } from './journal/recordRequests.ts';
import type { MockFiles } from './operations/loadMockFiles.ts';
import type { MockState } from './operations/operationHandler.ts';
import { Testers } from './operations/Testers.ts';
import { createTesterStore } from './operations/testerStore.ts';
import { createErrorHandler } from './respond/errorHandler.ts';
import type { RequestForwarder } from './respond/forwardRequest.ts';
import { createResponder } from './respond/respond.ts';
import { nameless } from './scenarios/testerName.ts';
import type { Reloadable } from './start/reloadOnChange.ts';

export interface MockOptions extends Omit<ConsoleOptions, 'resetState' | 'testers'> {
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
  const { testers } = state;
  endTestersOfDropped(journal, testers);

  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);

  const resetState = (name?: string) => reset(state, name);
  app.use('/mock', createConsoleRoutes({ ...options, resetState, testers }));
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

function createState({ run }: Journal): MockState {
  return {
    sessions: createTesterStore(maxValues),
    usedTokens: createTesterStore(maxValues),
    deleted: createTesterStore(maxValues),
    attempts: createTesterStore(maxValues),
    testers: new Testers(run),
  };
}

/** Forgets what the requests of a tester, or of all, have changed. Returns the numbers of attempts and sessions. */
function reset({ usedTokens, deleted, attempts, sessions }: MockState, name?: string) {
  usedTokens.reset(name);
  deleted.reset(name);
  return { attempts: attempts.reset(name), sessions: sessions.reset(name) };
}

/** A tester whose requests are no longer all there can no longer count them. */
function endTestersOfDropped(journal: Journal, testers: Testers): void {
  const limit = `its limit of ${journal.limit} (MOCK_JOURNAL_LIMIT)`;
  journal.onDrop(({ id, name = nameless }) => {
    testers.end(name, 'dropped', `the journal dropped request ${id} because of ${limit}`);
  });
}
