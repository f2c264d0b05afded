import type { RequestHandler } from 'express';
import { sendProblem } from '../respond/sendProblem.ts';
import { FilterError } from '../scenarios/matchFields.ts';
import { type FilterContext, parseJournalFilter } from './parseJournalFilter.ts';
import { parseNumber } from './parseQuery.ts';
import { findNearest, sendMismatch } from './sendMismatch.ts';

const maxMatching = 100;
const maxSettleMs = 10_000;

/**
 * Creates the handler that compares the number of requests with an expected one. 422: it differs, and the
 * response contains the requests that match, at most 100, or the nearest ones with their differences. 409: it is
 * unknown, because requests were dropped.
 */
export function createExpectHandler(context: FilterContext): RequestHandler {
  const { journal } = context;
  return async (req, res) => {
    const { exactly, atLeast, atMost, settle, ...query } = req.query;
    const { min, max } = parseRange(exactly, atLeast, atMost);
    const settleMs = parseNumber('settle', settle, 0, maxSettleMs) ?? 0;
    const filter = parseJournalFilter(query, context, { isAwaited: min > 0 });
    if (settleMs > 0 && max < Infinity) {
      // Ends early with a request too many.
      await journal.waitForEntries(filter, { count: max + 1, timeoutMs: settleMs }).catch(() => {});
    }
    const matching = journal.list(filter);
    const count = matching.length;
    const isMet = count >= min && count <= max;
    // More requests than are known cannot be too few for a lower limit alone.
    const loss = isMet && max === Infinity ? undefined : journal.describeLoss(filter);
    if (loss !== undefined) return sendProblem(res, 409, `${loss} Their number is unknown.`);
    if (isMet) return void res.json({ count });

    const detail = `Expected ${describeRange(min, max)} with ${JSON.stringify(filter)}, got ${count}.`;
    const found =
      count > max
        ? { matching: matching.slice(0, maxMatching) }
        : { nearest: findNearest(journal, filter) };
    sendMismatch(res, 422, detail, { count, ...found });
  };
}

/** @throws {FilterError} if one is no number, or if any number or none meets them */
function parseRange(exactly: unknown, atLeast: unknown, atMost: unknown) {
  const number = parseNumber('exactly', exactly, 0);
  const lower = parseNumber('atLeast', atLeast, 0);
  const upper = parseNumber('atMost', atMost, 0);
  const min = number ?? lower ?? 0;
  const max = number ?? upper ?? Infinity;
  const isAmbiguous = number !== undefined && (lower ?? upper) !== undefined;
  const isAny = min === 0 && max === Infinity;
  if (!isAmbiguous && !isAny && min <= max) return { min, max };
  throw new FilterError(
    'The number of requests: expected exactly, or atLeast from 1, or atMost, or a range of these two.',
  );
}

/** `exactly 1 request`, `at least 2 and at most 4 requests` */
function describeRange(min: number, max: number): string {
  const atLeast = min > 0 ? [`at least ${min}`] : [];
  const atMost = max < Infinity ? [`at most ${max}`] : [];
  const range = min === max ? `exactly ${min}` : [...atLeast, ...atMost].join(' and ');
  return `${range} ${(max < Infinity ? max : min) === 1 ? 'request' : 'requests'}`;
}
