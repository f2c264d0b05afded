import { Router } from 'express';
import { sendProblem } from '../respond/sendProblem.ts';
import { FilterError } from '../scenarios/matchFields.ts';
import { createProblem, problemMediaType } from '../scenarios/problem.ts';
import { findNearest } from './findNearest.ts';
import { type FilterContext, parseJournalFilter, rejectUnknownKey } from './parseJournalFilter.ts';
import { parseNumber } from './parseNumber.ts';

const maxMatching = 100;
const maxNumber = 999_999;

type Expectation = Partial<Record<'exactly' | 'atLeast' | 'atMost', number>>;

const maxSettleMs = 10_000;

/**
 * Creates the route that compares the number of requests with an expected one. 422: it differs, and the
 * response contains the requests that match, at most 100, or the nearest ones with their differences. 409: it is
 * unknown, because requests were dropped.
 */
export function createExpectRoutes(context: FilterContext): Router {
  const { journal } = context;
  const router = Router();
  router.post('/', async (req, res) => {
    const { exactly, atLeast, atMost, settle, ...query } = req.query;
    const expectation = parseExpectation({ exactly, atLeast, atMost });
    const settleMs = parseNumber('settle', settle, 0, maxSettleMs) ?? 0;
    const filter = parseJournalFilter(query, context);
    if (isMet(expectation, 0)) rejectUnknownKey(filter, context);
    const { exactly: maxCount = expectation.atMost } = expectation;
    if (settleMs > 0 && maxCount !== undefined) {
      // Ends early with a request too many.
      const surplus = { count: maxCount + 1, timeoutMs: settleMs };
      await journal.waitForEntries(filter, surplus).catch(() => {});
    }
    const matching = journal.list(filter);
    const count = matching.length;
    const isEnough = isMet(expectation, count);
    // More requests than are known cannot be too few for a lower limit alone.
    const loss =
      isEnough && isMet(expectation, Infinity) ? undefined : journal.describeLoss(filter);
    if (loss !== undefined) return sendProblem(res, 409, `${loss} Their number is unknown.`);
    if (isEnough) return void res.json({ count });

    const isTooMany = count > (expectation.exactly ?? expectation.atMost ?? count);
    res
      .status(422)
      .type(problemMediaType)
      .json({
        ...createProblem(
          422,
          `Expected ${describe(expectation)} with ${JSON.stringify(filter)}, got ${count}.`,
        ),
        count,
        ...(isTooMany
          ? { matching: matching.slice(0, maxMatching) }
          : { nearest: findNearest(journal, filter) }),
      });
  });
  return router;
}

/** @throws {FilterError} if it is no number, or if any number or none meets it */
function parseExpectation(given: Readonly<Record<keyof Expectation, unknown>>): Expectation {
  const entries = Object.entries(given).filter(([, text]) => text !== undefined);
  const expectation: Expectation = Object.fromEntries(
    entries.map(([name, text]) => [name, parseNumber(name, text, 0, maxNumber)]),
  );
  const { exactly, atLeast = 0, atMost = maxNumber } = expectation;
  const isAmbiguous = exactly !== undefined && entries.length > 1;
  const isMeaningful = exactly !== undefined || atLeast > 0 || atMost < maxNumber;
  if (isMeaningful && !isAmbiguous && atLeast <= atMost) return expectation;
  throw new FilterError(
    'The number of requests: expected exactly, or atLeast from 1, or atMost, or a range of these two.',
  );
}

function isMet({ exactly, atLeast = exactly, atMost = exactly }: Expectation, count: number) {
  return count >= (atLeast ?? 0) && count <= (atMost ?? count);
}

/** `exactly 1 request`, `at least 2 and at most 4 requests` */
function describe({ exactly, atLeast, atMost }: Expectation): string {
  const parts = Object.entries({ exactly, 'at least': atLeast, 'at most': atMost })
    .filter(([, number]) => number !== undefined)
    .map((part) => part.join(' '));
  return `${parts.join(' and ')} ${(atMost ?? atLeast ?? exactly) === 1 ? 'request' : 'requests'}`;
}
