import { type Request, type Response, Router } from 'express';
import type { Journal } from '../journal/journal.ts';
import type { JournalFilter } from '../journal/journalFilter.ts';
import { sendProblem } from '../respond/sendProblem.ts';
import { parseJournalFilter } from './parseJournalFilter.ts';

const maxTimeoutMs = 600_000;
const defaultTimeoutMs = 10_000;

/** Creates the routes of the journal. They use only GET and POST, which the host forwards. */
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

  router.get('/wait', ({ query: { timeout = String(defaultTimeoutMs), ...query } }, res) => {
    const timeoutMs =
      typeof timeout === 'string' && /^\d{1,6}$/.test(timeout) ? Number(timeout) : Number.NaN;
    if (!(timeoutMs <= maxTimeoutMs)) {
      const expected = `expected milliseconds from 0 to ${maxTimeoutMs}`;
      return sendProblem(res, 400, `timeout: ${expected}, got ${JSON.stringify(timeout)}.`);
    }
    withFilter(query, res, (filter) => sendNextEntry(res, filter, timeoutMs));
  });

  router.get('/:id', (req, res) => {
    const entry = journal.get(Number(req.params.id));
    if (!entry) {
      return sendProblem(
        res,
        404,
        `The journal has no entry ${req.params.id}. It may have been dropped.`,
      );
    }
    res.json(entry);
  });

  async function sendNextEntry(res: Response, filter: JournalFilter, timeoutMs: number) {
    const aborted = new AbortController();
    res.once('close', () => aborted.abort());
    try {
      res.json(await journal.wait(filter, { timeoutMs, signal: aborted.signal }));
    } catch (error) {
      if (res.destroyed) return;
      sendProblem(res, 404, error instanceof Error ? error.message : String(error));
    }
  }

  return router;
}

function withFilter(query: Request['query'], res: Response, use: (filter: JournalFilter) => void) {
  const parsed = parseJournalFilter(query);
  if (parsed.kind === 'invalid') return sendProblem(res, 400, parsed.reason);
  use(parsed.filter);
}
