import express, { type Express } from 'express';
import { answerFromContract } from './answers/answerFromContract.ts';
import { refuseBrokenRequests } from './answers/refuse.ts';
import { createOwnPages, type OwnPagesOptions } from './createOwnPages.ts';
import { recordRequests } from './journal/recordRequests.ts';
import { BODY_LIMIT } from './limits.ts';
import { createSessions } from './world/sessions.ts';

/** The mock API as an Express app. It listens nowhere: `startMock` does. */
export function createMock(options: OwnPagesOptions): Express {
  const { journal, store } = options;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);

  app.use('/mock', createOwnPages(options));
  app.use(recordRequests(journal, store.current));
  app.use(express.raw({ type: () => true, limit: BODY_LIMIT }));
  app.use(answerFromContract({ currentWorld: store.current, sessions: createSessions() }));
  app.use(refuseBrokenRequests);
  return app;
}
