import express, { Router } from 'express';
import { isRecord } from '../contract/index.ts';
import { formatRecordedScenarios } from '../journal/recordedScenarios.ts';
import { sendProblem } from '../respond/sendProblem.ts';
import { FilterError } from '../scenarios/matchFields.ts';
import { type FilterContext, parseJournalFilter } from './parseJournalFilter.ts';
import { parseNumber, requireName } from './parseQuery.ts';
import { findNearest, sendMismatch } from './sendMismatch.ts';

const yamlMediaType = 'application/yaml; charset=utf-8';
const maxTimeoutMs = 600_000;

/** Creates the routes of the journal. They use only GET and POST, which the host forwards. */
export function createJournalRoutes(context: FilterContext): Router {
  const { journal } = context;
  const router = Router();

  router.get('/', ({ query }, res) => {
    const filter = parseJournalFilter(query, context);
    res.json({
      run: journal.run,
      lastId: journal.lastId(),
      limit: journal.limit,
      dropped: journal.dropped(),
      loss: journal.describeLoss(filter),
      entries: journal.list(filter),
    });
  });

  router.post('/finish', ({ query }, res) => {
    const name = requireName(query);
    journal.finish(name);
    res.json({ finished: name });
  });

  router.post('/clear', express.json({ limit: '1mb' }), (req, res) => {
    const ids = isRecord(req.body) ? req.body.ids : undefined;
    if (!Array.isArray(ids) || !ids.every(Number.isSafeInteger)) {
      return sendProblem(res, 400, 'The body: expected {"ids":[1,2]} in JSON.');
    }
    res.json({ cleared: journal.remove(ids) });
  });

  router.get('/wait', async ({ query: { timeout, count, ...query } }, res) => {
    const timeoutMs = parseNumber('timeout', timeout, 0, maxTimeoutMs);
    const number = parseNumber('count', count, 1);
    const filter = parseJournalFilter(query, context, { isAwaited: true });
    const aborted = new AbortController();
    res.once('close', () => aborted.abort());
    const options = { timeoutMs, count: number, signal: aborted.signal };
    try {
      const entries = await journal.waitForEntries(filter, options);
      res.json(number === undefined ? entries[0] : { entries });
    } catch (error) {
      if (error instanceof FilterError) throw error;
      if (res.destroyed) return;
      sendMismatch(res, 404, (error as Error).message, { nearest: findNearest(journal, filter) });
    }
  });

  router.get('/scenarios.yaml', ({ query }, res) => {
    const filter = parseJournalFilter(query, context);
    const dropped = journal.dropped();
    const comment = dropped > 0 ? `# Dropped because of the journal's limit: ${dropped}.\n` : '';
    res.type(yamlMediaType).send(comment + formatRecordedScenarios(journal.list(filter)));
  });

  return router;
}
