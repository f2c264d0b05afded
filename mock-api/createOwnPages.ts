import { Router } from 'express';
import type { OwnFiles } from './buildOwnFiles.ts';
import { createJournalRoutes } from './createJournalRoutes.ts';
import type { Journal } from './journal.ts';
import { refuse } from './refuse.ts';

export interface OwnPagesOptions {
  journal: Journal;
  ownFiles: OwnFiles;
}

/** What the mock serves of its own, below `/mock/`: nothing of it is in the contract. */
export function createOwnPages({ journal, ownFiles }: OwnPagesOptions): Router {
  const router = Router();
  router.use((_req, res, next) => {
    res.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    next();
  });
  router.use('/journal', createJournalRoutes(journal));
  router.get('/{*path}', (req, res, next) => {
    const file = ownFiles.get(req.path.slice(1));
    if (!file) return next();
    res.type(`${file.mediaType}; charset=utf-8`).send(file.body);
  });
  router.use((_req, res) => refuse(res, 404, 'The mock has no such page.'));
  return router;
}
