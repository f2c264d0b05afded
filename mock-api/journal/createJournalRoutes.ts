import { type Request, type Response, Router } from 'express';
import { refuse } from '../answers/refuse.ts';
import type { Journal } from './journal.ts';
import type { JournalFilter } from './journalFilter.ts';
import { readJournalFilter } from './readJournalFilter.ts';

const LONGEST_WAIT = 600_000;
const USUAL_WAIT = 10_000;

/** The journal over HTTP, for automated checks. Only GET and POST, which the host lets through. */
export function createJournalRoutes(journal: Journal): Router {
  const router = Router();

  router.get('/', (req, res) => {
    withFilter(req.query, res, (filter) => {
      const entries = journal.list(filter);
      res.json({ entries, limit: journal.limit, dropped: journal.dropped() });
    });
  });

  router.post('/clear', (req, res) => {
    withFilter(req.query, res, (filter) => res.json({ cleared: journal.clear(filter) }));
  });

  router.get('/wait', ({ query: { timeout: text = `${USUAL_WAIT}`, ...query } }, res) => {
    const timeout = typeof text === 'string' && /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (!(timeout <= LONGEST_WAIT)) {
      return refuse(res, 400, `"timeout" takes milliseconds, up to ${LONGEST_WAIT}.`);
    }
    withFilter(query, res, (filter) => answerOnce(res, filter, timeout));
  });

  router.get('/:id', (req, res) => {
    const entry = journal.get(Number(req.params.id));
    if (!entry) return refuse(res, 404, 'The journal has no such entry, or has it no longer.');
    res.json(entry);
  });

  async function answerOnce(res: Response, filter: JournalFilter, timeout: number) {
    const left = new AbortController();
    res.once('close', () => left.abort());
    try {
      res.json(await journal.wait(filter, { timeout, signal: left.signal }));
    } catch (error) {
      if (!res.destroyed) refuse(res, 404, error instanceof Error ? error.message : String(error));
    }
  }

  return router;
}

function withFilter(query: Request['query'], res: Response, act: (filter: JournalFilter) => void) {
  const read = readJournalFilter(query);
  if (read.kind === 'unreadable') return refuse(res, 400, read.reason);
  act(read.value);
}
