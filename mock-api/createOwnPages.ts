import { type Request, Router } from 'express';
import { refuse } from './answers/refuse.ts';
import type { OwnFiles } from './buildOwnFiles.ts';
import { renderConsole } from './console/renderConsole.ts';
import { createCoverage } from './journal/coverage.ts';
import { createEventStream } from './journal/createEventStream.ts';
import { createJournalRoutes } from './journal/createJournalRoutes.ts';
import type { Journal } from './journal/journal.ts';
import { createReferenceRoutes } from './reference/createReferenceRoutes.ts';
import type { WorldStore } from './world/createWorldStore.ts';

export interface OwnPagesOptions {
  journal: Journal;
  store: WorldStore;
  ownFiles: OwnFiles;
  /** Where the product is for someone who comes to these pages at their own address. */
  productUrl?: string;
  /** The real backend that is watched: there is then nothing to choose scenarios with. */
  observed?: string;
}

const FEEDBACK_PAGE = '/app/subscriber-feedback/{subscriberId}/{briefId}/contact';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  // The captcha's challenge is a frame in the product's page, at whatever address that has.
  'frame-ancestors *',
].join('; ');

/** What the mock serves of its own, below `/mock/`: nothing of it is in the contract. */
export function createOwnPages({
  journal,
  store,
  ownFiles,
  productUrl = '',
  observed,
}: OwnPagesOptions): Router {
  const coverageOf = createCoverage(journal);
  const router = Router();
  router.use((_req, res, next) => {
    res.set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
    });
    next();
  });
  router.use('/journal', createJournalRoutes(journal));
  router.get('/events', createEventStream({ journal, store, coverageOf }));
  router.get('/coverage', (_req, res) => {
    res.json(coverageOf(store.current().contract));
  });
  router.get('/', (req, res) => {
    const feedbackPage = (isBehindHost(req) ? '' : productUrl) + FEEDBACK_PAGE;
    const world = store.current();
    res
      .type('html')
      .send(renderConsole({ world, feedbackPage, ...(observed !== undefined && { observed }) }));
  });
  router.use(createReferenceRoutes(store));
  router.get('/{*path}', (req, res, next) => {
    const file = ownFiles.get(req.path.slice(1));
    if (!file) return next();
    res.type(`${file.mediaType}; charset=utf-8`).send(file.body);
  });
  router.use((_req, res) => refuse(res, 404, 'The mock has no such page.'));
  return router;
}

/** Whether the product is at the address at which the console was asked for. */
function isBehindHost(req: Request): boolean {
  return req.headers['x-forwarded-host'] !== undefined;
}
