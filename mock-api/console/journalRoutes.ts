import express, { Router } from 'express';
import { isRecord } from '#contract';
import { describeSender } from '../checks/describeSender.ts';
import { parseListedName } from '../checks/parseCheck.ts';
import { parsePlainPattern } from '../checks/parsePattern.ts';
import { requirePossible } from '../checks/requirePossible.ts';
import { isMatch } from '../journal/requestPattern.ts';
import type { MockOptions } from '../mockOptions.ts';
import { sendError } from '../respond/defineError.ts';

/** Creates the routes that list and clear the journal. They use only GET and POST, which the host forwards. */
export function createJournalRoutes(options: MockOptions): Router {
  const { journal } = options;
  const router = Router();

  router.get('/', ({ query: { name: given, ...conditions } }, res) => {
    const name = parseListedName(given);
    const pattern = parsePlainPattern(conditions);
    requirePossible(pattern, { name, acceptsUnknown: options.forwarding !== undefined }, options);
    res.json({
      run: journal.run,
      lastId: journal.lastId(),
      limit: journal.limit,
      dropped: journal.dropped(),
      entries: journal.list({ name }).filter((entry) => isMatch(entry, pattern)),
    });
  });

  router.post('/clear', express.json({ limit: '1mb' }), (req, res) => {
    const ids = isRecord(req.body) ? req.body.ids : undefined;
    if (!Array.isArray(ids) || !ids.every(Number.isSafeInteger)) {
      return sendError(res, 400, 'The body: expected {"ids":[1,2]} in JSON.');
    }

    res.json({ cleared: journal.remove(ids, describeSender(req)) });
  });

  return router;
}
