import type { Request, Response } from 'express';
import type { Journal } from '../journal/Journal.ts';
import { rejectConditionWords } from '../journal/parseFilter.ts';
import { FilterError } from '../scenarios/matchFields.ts';
import { nameless, validName } from '../scenarios/testerName.ts';
import type { ConditionContext } from './conditionContext.ts';
import type { Check } from './findExpected.ts';
import { parseConditions } from './parseConditions.ts';
import { parseFlag, parseNumber, type Query } from './parseQuery.ts';
import { createBodiesError } from './requireDeclared.ts';
import type { Section } from './section.ts';

const defaultTimeoutMs = 10_000;
const defaultSettleMs = 250;
const maxTimeoutMs = 600_000;
const maxSettleMs = 10_000;

/**
 * Parses the query of a check. A GET expects any number of requests.
 * @throws {FilterError}
 */
export function parseCheck(req: Request, res: Response, context: ConditionContext): Check {
  const { name, since, timeout, settle, noRequests, except = [], ...query } = req.query;
  const { exactly, atLeast, atMost, ...conditions } = query;
  const isAnyNumber = req.method === 'GET';
  const section = parseSection({ name, since }, context.journal);
  const range = isAnyNumber ? anyNumber : parseRange({ exactly, atLeast, atMost });
  const allowsNoRequests = parseFlag('noRequests', noRequests) ?? false;

  const parse = (own: Query, acceptsUnknown: boolean) => {
    rejectConditionWords(own.text);
    const filter = parseConditions({ ...own, name }, context, { acceptsUnknown });
    if (filter.text && !context.hasBodies) throw createBodiesError('text');
    requireReached('after', filter.after ?? 0, context.journal);
    return { ...filter, after: Math.max(section.afterId, filter.after ?? 0) };
  };
  return {
    ...section,
    ...range,
    // An id or a header that is waited for may be one that no request has had yet.
    filter: parse(isAnyNumber ? query : conditions, range.min > 0 || allowsNoRequests),
    exceptions: [except].flat().map((text) => parse(parseException(text), true)),
    timeoutMs: parseNumber('timeout', timeout, 0, maxTimeoutMs) ?? defaultTimeoutMs,
    settleMs: parseNumber('settle', settle, 0, maxSettleMs) ?? defaultSettleMs,
    allowsNoRequests,
    signal: signalOfClose(res),
  };
}

/**
 * Parses the name, and the position that a reset has responded with.
 * @throws {FilterError}
 */
export function parseSection({ name, since }: Query, journal: Journal): Section {
  if (typeof name !== 'string' || !(name === nameless || validName.test(name)))
    throw new FilterError(`name: expected that of a reset, got ${JSON.stringify(name)}.`);

  const [position, id] = /^[\da-f]{8}:(\d{1,12})$/.exec(`${since}`) ?? [];
  if (position !== undefined) {
    // One of another run may be any.
    if (journal.isOfRun(position)) requireReached('since', Number(id), journal);
    return { journal, name, since: position, afterId: Number(id) };
  }
  throw new FilterError(`since: expected that of POST /mock/reset, got ${JSON.stringify(since)}.`);
}

/** @throws {FilterError} for an id that no request has had, because those before it would not be looked at */
function requireReached(what: string, id: number, journal: Journal): void {
  const lastId = journal.lastId();
  if (id <= lastId) return;
  throw new FilterError(`${what}: expected an id of the journal, at most ${lastId}, got ${id}.`);
}

const anyNumber = { min: 0, max: Infinity };

/** @throws {FilterError} if one is no number, or if any number or none meets them */
function parseRange({ exactly, atLeast, atMost }: Query) {
  const number = parseNumber('exactly', exactly, 0);
  const lower = parseNumber('atLeast', atLeast, 0);
  const upper = parseNumber('atMost', atMost, 0);
  const min = number ?? lower ?? 0;
  const max = number ?? upper ?? Infinity;
  const isAmbiguous = number !== undefined && (lower ?? upper) !== undefined;
  if (!isAmbiguous && min <= max && (min > 0 || max < Infinity)) return { min, max };
  throw new FilterError(
    'The number of requests: expected exactly, or atLeast from 1, or atMost, or a range of these two.',
  );
}

/** @throws {FilterError} for one that would leave out all requests, as one with the name of the check would */
function parseException(text: unknown): Query {
  if (typeof text !== 'string' || text === '')
    throw new FilterError(`except: expected an encoded filter, got ${JSON.stringify(text)}.`);

  const query: Record<string, string | string[]> = {};
  const parameters = new URLSearchParams(text);
  if (parameters.has('name'))
    throw new FilterError(`except: expected a filter without a name, got "${text}".`);

  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    query[name] = values.length > 1 ? values : String(values[0]);
  }
  return query;
}

/** Aborts when the client goes away. */
function signalOfClose(res: Response): AbortSignal {
  const closed = new AbortController();
  res.once('close', () => closed.abort());
  return closed.signal;
}
