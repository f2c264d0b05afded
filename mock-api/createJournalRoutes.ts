import { Router } from 'express';
import type { Journal } from './journal.ts';
import { readJournalFilter } from './readJournalFilter.ts';
import { refuse } from './refuse.ts';

/** The journal over HTTP. */
export function createJournalRoutes(journal: Journal): Router {
  const router = Router();
  router.get('/', (req, res) => {
    const filter = readJournalFilter(req.query);
    if (filter.kind === 'unreadable') return refuse(res, 400, filter.reason);
    res.json({ entries: journal.list(filter.value) });
  });
  return router;
}
