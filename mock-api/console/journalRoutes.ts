import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { isRecord } from '../contract/jsonPointer.ts';
import type { Journal } from '../journal/journal.ts';
import type { JournalFilter } from '../journal/journalFilter.ts';
import { sendProblem } from '../respond/sendProblem.ts';
import { parseJournalFilter } from './parseJournalFilter.ts';
import { rejectQuery } from './rejectQuery.ts';

const maxTimeoutMs = 600_000;
const defaultTimeoutMs = 10_000;

/** Creates the routes of the journal. They use only GET and POST, which the host forwards. */
export function createJournalRoutes(journal: Journal): Router {
  const router = Router();

  router.get('/', (req, res) => {
    withFilter(req.query, res, (filter) => {
      const entries = journal.list(filter);
      res.json({ entries, limit: journal.limit, dropped: journal.dropped(filter) });
    });
  });

  router.post('/clear', readJson, (req, res) => {
    withFilter(req.query, res, (filter) => {
      if (req.body === undefined) return res.json({ cleared: journal.clear(filter) });
      const ids = isRecord(req.body) ? req.body.ids : undefined;
      if (!Array.isArray(ids) || !ids.every(Number.isSafeInteger)) {
        return sendProblem(res, 400, 'The body: expected {"ids":[1,2]}, or no body.');
      }
      res.json({ cleared: journal.remove(ids) });
    });
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

  router.get('/:id', rejectQuery, (req, res) => {
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

const parseJson = express.json({ strict: false, limit: '1mb' });

/** Parses a JSON body, of which there need not be one. */
const readJson: RequestHandler = (req, res, next) => {
  parseJson(req, res, (error) => {
    if (error) sendProblem(res, 400, 'The body is not valid JSON.');
    else next();
  });
};

function withFilter(query: Request['query'], res: Response, use: (filter: JournalFilter) => void) {
  const parsed = parseJournalFilter(query);
  if (parsed.kind === 'invalid') return sendProblem(res, 400, parsed.reason);
  use(parsed.filter);
}
