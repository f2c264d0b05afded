import express, { type Response, Router } from 'express';
import { isRecord } from '../contract/index.ts';
import type { WaitOptions } from '../journal/journal.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';
import type { JournalFilter } from '../journal/journalFilter.ts';
import { formatRecordedScenarios, formatScenarioOf } from '../journal/recordedScenarios.ts';
import { sendProblem } from '../respond/sendProblem.ts';
import { FilterError } from '../scenarios/matchFields.ts';
import { createProblem, problemMediaType } from '../scenarios/problem.ts';
import { findNearest } from './findNearest.ts';
import { type FilterContext, parseJournalFilter } from './parseJournalFilter.ts';
import { parseNumber } from './parseNumber.ts';
import { readName, rejectQuery, requireName } from './readName.ts';

const yamlMediaType = 'application/yaml; charset=utf-8';
const maxTimeoutMs = 600_000;
const maxCount = 999_999;

/** Creates the routes of the journal. They use only GET and POST, which the host forwards. */
export function createJournalRoutes(context: FilterContext): Router {
  const { journal, dataFor } = context;
  const router = Router();

  router.get('/', ({ query }, res) => {
    const filter = parseJournalFilter(query, context);
    const { limit, run, describeLoss } = journal;
    const entries = journal.list(filter);
    res.json({
      run,
      lastId: journal.lastId(),
      limit,
      dropped: journal.dropped(),
      loss: describeLoss(filter),
      entries,
    });
  });

  router.post('/finish', readName, requireName, (_req, res) => {
    const { name } = res.locals;
    journal.finish(name);
    res.json({ finished: name });
  });

  router.post('/clear', rejectQuery, express.json({ limit: '1mb' }), (req, res) => {
    const ids = isRecord(req.body) ? req.body.ids : undefined;
    if (!Array.isArray(ids) || !ids.every(Number.isSafeInteger)) {
      return sendProblem(res, 400, 'The body: expected {"ids":[1,2]} in JSON.');
    }
    res.json({ cleared: journal.remove(ids) });
  });

  router.get('/count', ({ query }, res) => {
    const filter = parseJournalFilter(query, context);
    const loss = journal.describeLoss(filter);
    if (loss !== undefined) return sendProblem(res, 409, `${loss} Their number is unknown.`);
    res.json({ count: journal.list(filter).length });
  });

  router.get('/wait', async ({ query: { timeout, count, ...query } }, res) => {
    const options = {
      timeoutMs: parseNumber('timeout', timeout, 0, maxTimeoutMs),
      count: parseNumber('count', count, 1, maxCount),
    };
    const filter = parseJournalFilter(query, context);
    const entries = await waitForEntries(res, filter, options);
    if (entries) res.json(count === undefined ? entries[0] : { entries });
  });

  router.get('/scenarios.yaml', ({ query }, res) => {
    const filter = parseJournalFilter(query, context);
    const dropped = journal.dropped();
    const comment = dropped > 0 ? `# Dropped because of the journal's limit: ${dropped}.\n` : '';
    res.type(yamlMediaType).send(comment + formatRecordedScenarios(journal.list(filter)));
  });

  router.get('/:id', rejectQuery, (req, res) => {
    withEntry(req.params.id, res, (entry) => res.json(entry));
  });

  router.get('/:id/scenario.yaml', rejectQuery, (req, res) => {
    withEntry(req.params.id, res, (entry) => {
      const { scenario, operation, name } = entry;
      const copy = formatScenarioOf(entry, dataFor(name)?.scenarios.find(scenario, operation));
      if (copy.kind === 'unrepeatable') return sendProblem(res, 409, copy.reason);
      res.type(yamlMediaType).send(copy.yaml);
    });
  });

  function withEntry(id: unknown, res: Response, use: (entry: JournalEntry) => void) {
    const entry = journal.get(Number(id));
    if (entry) return use(entry);
    sendProblem(res, 404, `The journal has no entry ${id}. It may have been dropped.`);
  }

  /** Sends a 404 with the nearest entries and resolves to undefined if there are too few. */
  async function waitForEntries(res: Response, filter: JournalFilter, options: WaitOptions) {
    const aborted = new AbortController();
    res.once('close', () => aborted.abort());
    try {
      return await journal.waitForEntries(filter, { ...options, signal: aborted.signal });
    } catch (error) {
      if (error instanceof FilterError) throw error;
      if (!res.destroyed) {
        const problem = createProblem(404, error instanceof Error ? error.message : String(error));
        const nearest = findNearest(journal, filter);
        res
          .status(404)
          .type(problemMediaType)
          .json({ ...problem, nearest });
      }
      return undefined;
    }
  }

  return router;
}
