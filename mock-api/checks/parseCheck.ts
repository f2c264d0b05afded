import type { Request, Response } from 'express';
import { decodeSource } from '#contract';
import type { Journal } from '../journal/Journal.ts';
import type { RequestPattern } from '../journal/requestPattern.ts';
import type { MockOptions } from '../mockOptions.ts';
import { expectedName, nameless, validName } from '../scenarios/testerName.ts';
import type { Check, Section } from './Check.ts';
import { CheckError } from './CheckError.ts';
import {
  describeSpelling,
  parsePattern,
  parsePlainPattern,
  patternNames,
  requireObject,
} from './parsePattern.ts';
import { createBodiesError, requirePossible } from './requirePossible.ts';

/** The parameters of a URL, as Express parses them. */
type Query = Readonly<Record<string, unknown>>;

const defaultTimeoutMs = 10_000;
const defaultSettleMs = 250;
const maxTimeoutMs = 600_000;
const maxSettleMs = 10_000;

const anyNumber = { min: 0, max: Infinity };

/**
 * Parses a check of the number of requests. The body is the pattern; `except` in it lists patterns of requests that do
 * not count.
 * @throws {CheckError}
 */
export function parseExpectation(req: Request, res: Response, options: MockOptions): Check {
  const { exactly, atLeast, atMost, ...query } = req.query;
  const settings = parseSettings(query, res, options);
  const range = parseRange({ exactly, atLeast, atMost });
  const { except = [], ...given } = requireObject(parseJson(req.body));
  const pattern = parsePattern(given, [...patternNames, 'except']);
  const exceptions = parseExceptions(except);
  return requireDecidable({ ...settings, ...range, pattern, exceptions }, options);
}

/**
 * Parses a search for all requests that match, whatever their number. The body is the pattern.
 * @throws {CheckError}
 */
export function parseFind(req: Request, res: Response, options: MockOptions): Check {
  const settings = parseSettings(req.query, res, options);
  const pattern = parsePattern(parseJson(req.body));
  return requireDecidable({ ...settings, ...anyNumber, pattern, exceptions: [] }, options);
}

/**
 * Parses a search for all requests that match, whatever their number. The URL has the pattern, without fields.
 * @throws {CheckError}
 */
export function parsePlainFind({ query }: Request, res: Response, options: MockOptions): Check {
  const { name, since, timeout, settle, noRequests, ...conditions } = query;
  const settings = parseSettings({ name, since, timeout, settle, noRequests }, res, options);
  const pattern = parsePlainPattern(conditions);
  return requireDecidable({ ...settings, ...anyNumber, pattern, exceptions: [] }, options);
}

/**
 * Returns a check whose result the journal can tell.
 * @throws {CheckError} if no request can match, or the journal does not record what the pattern compares
 */
function requireDecidable(check: Check, options: MockOptions): Check {
  const { pattern, exceptions, name, min, allowsNoRequests } = check;
  if (pattern.text !== undefined && !options.recordBodies) throw createBodiesError('text');

  // A check that waits for requests may name an id or a header that none has had so far.
  requirePossible(pattern, { name, acceptsUnknown: min > 0 || allowsNoRequests }, options);
  for (const one of exceptions) requirePossible(one, { name, acceptsUnknown: true }, options);
  return check;
}

/** Parses the parameters of a URL that all checks have. */
function parseSettings(
  { name, since, timeout, settle, noRequests, ...others }: Query,
  res: Response,
  { journal }: MockOptions,
) {
  const section = parseSection({ name, since }, journal);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw createParameterError(unknown);
  return {
    ...section,
    timeoutMs: parseNumber('timeout', timeout, maxTimeoutMs) ?? defaultTimeoutMs,
    settleMs: parseNumber('settle', settle, maxSettleMs) ?? defaultSettleMs,
    allowsNoRequests: parseFlag('noRequests', noRequests) ?? false,
    signal: createCloseSignal(res),
  };
}

/** Creates the error for an unknown parameter, which says where a condition of a pattern belongs. */
function createParameterError(name: string): CheckError {
  const spelling = describeSpelling(name);
  const hint = spelling === undefined ? '' : `; the pattern is the body: write ${spelling} there`;
  const expected =
    'expected name, since, timeout, settle, noRequests or, of POST /mock/expect, exactly, atLeast or atMost';
  return new CheckError(400, `Unknown query parameter "${name}": ${expected}${hint}.`);
}

/**
 * Parses the name and the position, as a reset has sent it.
 * @throws {CheckError}
 */
export function parseSection({ name, since }: Query, journal: Journal): Section {
  if (!isListedName(name))
    throw new CheckError(400, `name: expected that of a reset, got ${JSON.stringify(name)}.`);

  const [position, id] = /^[\da-f]{8}:(\d{1,12})$/.exec(`${since}`) ?? [];
  if (position === undefined) {
    const expected = 'expected that of POST /mock/reset';
    throw new CheckError(400, `since: ${expected}, got ${JSON.stringify(since)}.`);
  }

  const afterId = Number(id);
  const lastId = journal.lastId();
  // After a restart, any id is possible. Within a run, a higher one would skip later requests.
  if (journal.isCurrentRun(position) && afterId > lastId) {
    const expected = `expected an id of the journal, at most ${lastId}`;
    throw new CheckError(400, `since: ${expected}, got ${afterId}.`);
  }
  return { journal, name, since: position, afterId };
}

/**
 * Parses the name that selects entries: a tester's, `none` for entries without one, or undefined for all.
 * @throws {CheckError}
 */
export function parseListedName(name: unknown): string | undefined {
  if (name === undefined || isListedName(name)) return name;
  throw new CheckError(400, `name: expected ${expectedName}, got ${JSON.stringify(name)}.`);
}

function isListedName(name: unknown): name is string {
  return typeof name === 'string' && (name === nameless || validName.test(name));
}

/**
 * Parses a query that has at most a tester's name. Any other parameter is an error, because ignoring it would hide a
 * mistake.
 * @throws {CheckError}
 */
export function parseName({ name, ...others }: Query): string | undefined {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new CheckError(400, `Unknown query parameter "${unknown}": expected name.`);
  }
  if (name === undefined || (typeof name === 'string' && validName.test(name))) return name;
  throw new CheckError(400, `name: expected ${expectedName}, got ${JSON.stringify(name)}.`);
}

/**
 * Parses the patterns of requests that do not count.
 * @throws {CheckError} for an empty pattern, which would leave out all requests
 */
function parseExceptions(except: unknown): RequestPattern[] {
  if (!Array.isArray(except)) {
    const expected = 'expected a list such as [{"key":"no-such-brief"}]';
    throw new CheckError(400, `except: ${expected}, got ${JSON.stringify(except)}.`);
  }

  const patterns = except.map((one) => parsePattern(one, ['key', 'operation']));
  if (patterns.every((one) => Object.keys(one).length > 0)) return patterns;
  throw new CheckError(400, 'except: expected a key or an operation, got {}.');
}

function parseJson(content: unknown): unknown {
  if (!Buffer.isBuffer(content) || content.length === 0) return undefined;
  try {
    const given: unknown = JSON.parse(decodeSource(content, 'body'));
    // Throws for a value that is nested too deeply to be quoted in an error.
    JSON.stringify(given);
    return given;
  } catch {
    const got = JSON.stringify(content.toString().slice(0, 60));
    throw new CheckError(400, `The body: expected a pattern in JSON, got ${got}.`);
  }
}

/**
 * Parses the limits of the number of requests.
 * @throws {CheckError} if one is no number, or if every number or none is within the limits
 */
function parseRange({ exactly, atLeast, atMost }: Query) {
  const number = parseNumber('exactly', exactly);
  const lower = parseNumber('atLeast', atLeast);
  const upper = parseNumber('atMost', atMost);
  const min = number ?? lower ?? 0;
  const max = number ?? upper ?? Infinity;
  const isAmbiguous = number !== undefined && (lower ?? upper) !== undefined;
  if (!isAmbiguous && min <= max && (min > 0 || max < Infinity)) return { min, max };
  throw new CheckError(
    400,
    'The number of requests: expected exactly, or atLeast from 1, or atMost, or a range of these two.',
  );
}

function parseNumber(name: string, text: unknown, max = 999_999): number | undefined {
  if (text === undefined) return undefined;
  const number = typeof text === 'string' && /^\d{1,6}$/.test(text) ? Number(text) : -1;
  if (number >= 0 && number <= max) return number;
  const expected = `expected a whole number from 0 to ${max}`;
  throw new CheckError(400, `${name}: ${expected}, got ${JSON.stringify(text)}.`);
}

function parseFlag(name: string, text: unknown): boolean | undefined {
  if (text === undefined) return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  throw new CheckError(400, `${name}: expected true or false, got ${JSON.stringify(text)}.`);
}

/** Creates a signal that aborts when the client closes the connection. */
function createCloseSignal(res: Response): AbortSignal {
  const closed = new AbortController();
  res.once('close', () => closed.abort());
  return closed.signal;
}
