import { Router } from 'express';
import { sendProblem } from '../respond/sendProblem.ts';
import { createProblem, problemMediaType } from '../scenarios/problem.ts';
import { findNearest } from './findNearest.ts';
import { type FilterContext, parseJournalFilter } from './parseJournalFilter.ts';

const maxMatching = 100;

type Expectation = Partial<Record<'exactly' | 'atLeast' | 'atMost', number>>;

/**
 * Creates the route that compares the number of requests with an expected one. 422: it differs, and the
 * response contains the requests that match, at most 100, or the nearest ones with their differences.
 */
export function createExpectRoutes(context: FilterContext): Router {
  const { journal } = context;
  const router = Router();
  router.post('/', (req, res) => {
    const { exactly, atLeast, atMost, ...query } = req.query;
    const expectation = parseExpectation({ exactly, atLeast, atMost });
    if (!expectation) {
      const expected = 'expected exactly, atLeast or atMost, each a whole number';
      return sendProblem(res, 400, `The number of requests: ${expected}.`);
    }
    const filter = parseJournalFilter(query, context);
    const matching = journal.list(filter);
    const count = matching.length;
    if (isMet(expectation, count)) return void res.json({ count });

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

function parseExpectation(given: Readonly<Record<keyof Expectation, unknown>>) {
  const entries = Object.entries(given).filter(([, text]) => text !== undefined);
  const isValid = entries.every(([, text]) => typeof text === 'string' && /^\d{1,6}$/.test(text));
  const isAmbiguous = given.exactly !== undefined && entries.length > 1;
  if (entries.length === 0 || !isValid || isAmbiguous) return undefined;
  return Object.fromEntries(entries.map(([name, text]) => [name, Number(text)])) as Expectation;
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
