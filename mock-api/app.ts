import express, { type Express } from 'express';
import { answerFromContract } from './answerFromContract.ts';
import { createOwnPages, type OwnPagesOptions } from './createOwnPages.ts';
import { BODY_LIMIT } from './limits.ts';
import { recordRequests } from './recordRequests.ts';
import { refuseBrokenRequests } from './refuse.ts';
import { createSessions } from './sessions.ts';

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
