import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { type Contract, ContractError } from '../../contract/index.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';
import type { JournalFilter } from '../journal/journalFilter.ts';
import { findDifferences } from '../journal/selectEntries.ts';
import { parseData } from '../operations/parseData.ts';
import { describeUnused, forgetAdded, type Tester, type Testers } from '../operations/testers.ts';
import { FilterError } from '../scenarios/matchFields.ts';
import { createProblem, problemMediaType } from '../scenarios/problem.ts';
import { describeClient } from './describeClient.ts';
import { type ConditionContext, parseConditions } from './parseConditions.ts';
import { parseFlag, parseNumber, rejectBody, requireName } from './parseQuery.ts';

export interface TesterRouteOptions extends ConditionContext {
  testers: Testers;
  /** The run of tests that has started the mock, if it has said so. */
  startedBy?: string | undefined;
  /** Forgets the attempts and sessions of a tester. */
  resetState(name: string): Record<'attempts' | 'sessions', number>;
  /** Called when scenarios were added or removed. */
  noteReload(): void;
}

type Handler = (req: Request, res: Response, options: TesterRouteOptions) => unknown;

/**
 * The API of one tester, for `testing/` and for tests without Node.js; `docs/qa.md` lists it. Opening a name results in
 * a token, which every later call has as the parameter `tester` and every response repeats. A call results in a 410
 * once the requests of the tester are no longer all there, or no longer its own.
 */
export function createTesterRoutes(options: TesterRouteOptions): Router {
  const handle = (handler: Handler) => (req: Request, res: Response) => handler(req, res, options);
  const router = Router();
  router.post('/testers', rejectBody, handle(open));
  router.get('/journal', leaveToConsole, handle(readJournal));
  router.post('/expect', rejectBody, handle(expectRequests));
  router.post('/reset', leaveToConsole, rejectBody, handle(reset));
  router.post('/finish', rejectBody, handle(finish));
  const readText = express.text({ type: () => true, limit: '100kb' });
  router.post('/scenarios', readText, handle(addScenarios));
  return router;
}

/** Without a token, anybody may read the journal, and reset it. */
const leaveToConsole: RequestHandler = ({ query }, _res, next) =>
  next(query.tester === undefined ? 'route' : undefined);

/** What all calls of a tester have in common. */
interface Call {
  tester: Tester;
  /** The other parameters. */
  query: Readonly<Record<string, unknown>>;
  /** For requests that are expected, and for the end of those that are pending. */
  timeoutMs: number;
  /** For requests too many. */
  settleMs: number;
  /** Whether no request at all may have come under the name. */
  noRequests: boolean;
  signal: AbortSignal;
}

const maxTimeoutMs = 600_000;
const maxSettleMs = 10_000;

/** @throws {TesterEndedError | FilterError} */
function parseCall(req: Request, res: Response, { testers }: TesterRouteOptions): Call {
  const { tester, timeout, settle, noRequests, ...query } = req.query;
  const aborted = new AbortController();
  res.once('close', () => aborted.abort());
  return {
    tester: testers.find(tester),
    query,
    timeoutMs: parseNumber('timeout', timeout, 0, maxTimeoutMs) ?? 10_000,
    settleMs: parseNumber('settle', settle, 0, maxSettleMs) ?? 250,
    noRequests: parseFlag('noRequests', noRequests) ?? false,
    signal: aborted.signal,
  };
}

/** A filter of the requests of the tester. */
function parseOwn(
  { tester }: Call,
  { name, ...query }: Call['query'],
  options: TesterRouteOptions,
  isAwaited: boolean,
): JournalFilter {
  if (name !== undefined) throw new FilterError('Unknown filter "name": the tester has one.');
  return parseConditions({ ...query, name: tester.name }, options, { isAwaited });
}

/**
 * Waits until a condition of the journal is met, or for the whole time.
 * @throws {TesterEndedError} as soon as the tester has ended
 */
async function waitUntil(
  isMet: () => boolean,
  timeoutMs: number,
  { tester, signal }: Call,
  { journal, testers }: TesterRouteOptions,
): Promise<void> {
  const isOver = () => tester.end !== undefined || isMet();
  await journal.until(isOver, { timeoutMs, signal, name: tester.name });
  testers.find(tester.token);
}

/** Sends an error with the reasons, one a line. */
function sendMismatch(res: Response, detail: string, details: readonly string[], others = {}) {
  res
    .status(422)
    .type(problemMediaType)
    .json({ ...createProblem(422, detail), details, ...others });
}

/** `POST /mock/testers?name=anna`: opens a name, and forgets what was there before. */
const open: Handler = (req, res, { journal, testers, resetState, noteReload, startedBy }) => {
  const { by: _, ...query } = req.query;
  const name = requireName(query);
  const tester = testers.open(name, journal.lastId(), describeClient(req));
  resetState(name);
  journal.reset(name);
  noteReload();
  const { token: nameless } = testers.nameless(journal.lastId());
  const lastId = journal.lastId();
  res.json({ tester: tester.token, name, lastId, nameless, startedBy: startedBy ?? null });
};

/** `GET /mock/journal?tester=…`: the requests that match, once pending ones can no longer change that. */
const readJournal: Handler = async (req, res, options) => {
  const { journal } = options;
  const call = parseCall(req, res, options);
  const filter = parseOwn(call, call.query, options, false);
  await waitUntil(() => journal.listUndecided(filter).length === 0, call.timeoutMs, call, options);
  const pending = journal.listUndecided(filter);
  if (pending.length > 0) return sendMismatch(res, unknownNumber, describePending(call, pending));
  const entries = journal.list(filter);
  const unused = entries.length === 0 ? describeNoRequests(call, options) : [];
  if (unused.length > 0) return sendMismatch(res, 'No request was found.', unused);
  res.json({ tester: call.tester.token, lastId: journal.lastId(), entries });
};

/** `POST /mock/expect?tester=…&exactly=1`: waits for the expected number, and for a request too many. */
const expectRequests: Handler = async (req, res, options) => {
  const { journal } = options;
  const call = parseCall(req, res, options);
  const { exactly, atLeast, atMost, ...query } = call.query;
  const { min, max } = parseRange(exactly, atLeast, atMost);
  const filter = parseOwn(call, query, options, min > 0);
  const count = () => journal.list(filter).length;
  const mayExceed = () => max < count() + journal.listUndecided(filter).length;
  const isDecided = () => count() > max || (count() >= min && !mayExceed());

  await waitUntil(isDecided, call.timeoutMs, call, options);
  if (max < Infinity && count() >= min) {
    await waitUntil(() => count() > max, call.settleMs, call, options);
    await waitUntil(isDecided, call.timeoutMs, call, options);
  }
  const entries = journal.list(filter);
  const found = { count: entries.length };
  if (entries.length < min || entries.length > max) {
    const expected = describeRange(min, max);
    const detail = `Expected ${expected} with ${JSON.stringify(filter)}, got ${found.count}.`;
    const isSurplus = entries.length > max;
    const details = isSurplus ? describeMatching(entries) : describeNearest(filter, options);
    return sendMismatch(res, detail, [...describeNoRequests(call, options), ...details], found);
  }
  if (mayExceed()) {
    const details = describePending(call, journal.listUndecided(filter));
    return sendMismatch(res, unknownNumber, details, found);
  }
  const unused = entries.length === 0 ? describeNoRequests(call, options) : [];
  if (unused.length > 0) return sendMismatch(res, 'No request was found.', unused, found);
  res.json({ tester: call.tester.token, ...found, entries });
};

const unknownNumber = 'The number of requests is unknown.';

function describePending({ timeoutMs }: Call, pending: readonly JournalEntry[]): string[] {
  const state = `is pending after ${timeoutMs} ms, and may still match`;
  return pending.map(({ id, method, path }) => `Request ${id}, ${method} ${path}, ${state}.`);
}

const maxMatching = 100;

function describeMatching(matching: readonly JournalEntry[]): string[] {
  const lines = matching.slice(0, maxMatching);
  return lines.map(({ id, method, path }) => `Request ${id} matches: ${method} ${path}.`);
}

const maxNearest = 3;

/**
 * The requests that fail the fewest conditions of a filter, the nearest and then the newest first. Those of
 * another tester are never meant; those without a tester's name may lack it by mistake.
 */
function describeNearest(filter: JournalFilter, { journal }: TesterRouteOptions): string[] {
  const entries = journal.list().filter(({ name = filter.name }) => name === filter.name);
  const differences = findDifferences(entries, filter);
  return entries
    .map(({ id }, i) => ({ id, differences: differences[i] ?? [] }))
    .filter((one) => one.differences.length > 0)
    .sort((a, b) => a.differences.length - b.differences.length || b.id - a.id)
    .slice(0, maxNearest)
    .map((one) => `Request ${one.id}: ${one.differences.join('; ')}.`);
}

const maxOthers = 5;

/** That no request has ever come under the name, and the names that came instead; empty if one has. */
function describeNoRequests(call: Call, { journal, testers }: TesterRouteOptions): string[] {
  const { name, hadRequests, openedAt, afterId } = call.tester;
  if (call.noRequests || hadRequests || journal.list({ name }).length > 0) return [];
  const later = journal.list({ after: afterId });
  const others = [...Map.groupBy(later, (one) => one.name ?? 'no name')]
    .filter(([other]) => !testers.isOpen(other))
    .slice(0, maxOthers)
    .map(([other, entries]) => `${other} (${entries.at(-1)?.key ?? entries.at(-1)?.path})`);
  const came = others.length > 0 ? others.join(', ') : 'none';
  return [
    `No request has come under the name "${name}" since ${openedAt}. Other names: ${came}.`,
    'A test that means it says so: allowNoRequests(), or noRequests=true.',
  ];
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

/** `POST /mock/scenarios?tester=…`: adds scenarios in the form of the data file. */
const addScenarios: Handler = (req, res, options) => {
  const { tester, query } = parseCall(req, res, options);
  rejectParameters(query);
  const source = typeof req.body === 'string' ? req.body : '';
  const data = parseAdded(source, tester.name, options.currentContext().contract);
  options.testers.add(tester, data);
  options.noteReload();
  res.json({ tester: tester.token, added: data.scenarios.ids });
};

/** @throws {FilterError} with all problems of the file */
function parseAdded(source: string, name: string, contract: Contract) {
  try {
    const data = parseData(source, 'body', contract);
    const { briefs, users, scenarios, warnings } = data;
    const named = scenarios.ids.filter((id) => id.endsWith(`.${name}`));
    const problems = [
      ...warnings,
      ...named.map((id) => `"${id}": expected the id without the tester's name.`),
    ];
    if (briefs.size + users.size + scenarios.list.length === 0)
      problems.push('The body: expected at least one scenario.');
    if (problems.length > 0) throw new ContractError(problems);
    return data;
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    throw new FilterError(error.problems.join(' '), { cause: error });
  }
}

/** `POST /mock/reset?tester=…`: starts again, unless the requests so far have problems. */
const reset: Handler = async (req, res, options) => {
  const { journal, resetState, noteReload } = options;
  const call = parseCall(req, res, options);
  const { token, name } = call.tester;
  const { problems, warnings } = await review(call, options);
  if (problems.length > 0) {
    return sendMismatch(res, `The tester "${name}" was not reset, because of:`, problems);
  }
  const removed = { ...resetState(name), entries: journal.reset(name) };
  forgetAdded(call.tester);
  call.tester.hadRequests ||= removed.entries > 0;
  noteReload();
  res.json({ tester: token, ...removed, warnings });
};

/** `POST /mock/finish?tester=…`: ends the tester, and reports the problems of a test that has passed. */
const finish: Handler = async (req, res, options) => {
  const { journal, testers, resetState, noteReload } = options;
  const call = parseCall(req, res, options);
  const { passed, ...query } = call.query;
  const { token, name } = call.tester;
  const hasPassed = parseFlag('passed', passed) ?? true;
  if (hasPassed) await waitUntil(() => false, call.settleMs, call, options);
  const { problems, warnings } = hasPassed
    ? await review({ ...call, query }, options, true)
    : { problems: [], warnings: [] };
  testers.end(name, 'finished', 'it was finished');
  const isClean = hasPassed && problems.length === 0;
  // Somebody may want to look at the requests of a test that has failed.
  if (isClean) journal.reset(name);
  else journal.finish(name);
  if (isClean) resetState(name);
  noteReload();
  if (problems.length === 0) return res.json({ tester: token, warnings });
  sendMismatch(res, `The tester "${name}" has finished with problems:`, problems);
};

/** What a test leaves behind. Warnings are problems in strict mode. */
async function review(call: Call, options: TesterRouteOptions, isEnd = false) {
  const { tester, timeoutMs } = call;
  const { journal } = options;
  const { allow, strict, ...others } = call.query;
  rejectParameters(others);
  // The response of a backend is validated when it has ended.
  const findUnvalidated = () =>
    journal
      .list({ name: tester.name, outcome: 'pending' })
      .filter(({ forwardedTo }) => forwardedTo !== undefined);
  await waitUntil(() => findUnvalidated().length === 0, timeoutMs, call, options);
  const allowances = [allow ?? []].flat().map(String);
  const problems = [
    ...findUnexpected(call, options, allowances),
    ...findUnvalidated().map(
      ({ id, method, path }) =>
        `Request ${id}, ${method} ${path}, has no complete response after ${timeoutMs} ms.`,
    ),
  ];
  if (isEnd) {
    const unused = allowances.filter((one) => !tester.usedAllowances.has(one));
    problems.push(...unused.map((one) => `No request is unexpected and matches ${one}.`));
    problems.push(...describeNoRequests(call, options));
  }
  const warnings = describeUnused(tester);
  if (parseFlag('strict', strict) !== true) return { problems, warnings };
  return { problems: [...problems, ...warnings], warnings: [] };
}

/** The requests that neither the data nor a scenario nor the contract nor an allowance provides for. */
function findUnexpected(
  call: Call,
  options: TesterRouteOptions,
  allowances: readonly string[],
): string[] {
  const { journal } = options;
  const { tester } = call;
  const allowed = new Set<JournalEntry>();
  for (const allowance of allowances) {
    if (allowance === '') throw new FilterError('allow: expected a filter, got "".');
    const query = Object.fromEntries(new URLSearchParams(allowance));
    const filter = parseOwn(call, query, options, true);
    const matching = journal.list({ ...filter, unexpected: true });
    if (matching.length > 0) tester.usedAllowances.add(allowance);
    for (const entry of matching) allowed.add(entry);
  }
  return journal
    .list({ name: tester.name, unexpected: true })
    .filter((entry) => !allowed.has(entry))
    .map(
      ({ id, method, path, reason }) =>
        `Request ${id}, ${method} ${path}, which nobody expected: ${reason}`,
    );
}

/** @throws {FilterError} for a parameter that would be ignored */
function rejectParameters(query: Call['query']) {
  const [unknown] = Object.keys(query);
  if (unknown !== undefined) throw new FilterError(`Unknown query parameter "${unknown}".`);
}
