import express, { type Express } from 'express';
import { answerFromContract } from './answerFromContract.ts';
import { createOwnPages, type OwnPagesOptions } from './createOwnPages.ts';
import { BODY_LIMIT } from './limits.ts';
import { recordRequests } from './recordRequests.ts';
import { refuseBrokenRequests } from './refuse.ts';
import { createSessions } from './sessions.ts';
import type { World } from './world.ts';

export interface MockOptions extends OwnPagesOptions {
  /** Asked for each request, so that changed files take effect at once. */
  currentWorld: () => World;
}

/** The mock API as an Express app. It listens nowhere: `startMock` does. */
export function createMock(options: MockOptions): Express {
  const { currentWorld, journal } = options;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);

  app.use('/mock', createOwnPages(options));
  app.use(recordRequests(journal, currentWorld));
  app.use(express.raw({ type: () => true, limit: BODY_LIMIT }));
  app.use(answerFromContract({ currentWorld, sessions: createSessions() }));
  app.use(refuseBrokenRequests);
  return app;
}
