import type { Response } from 'express';
import type { JournalEntry } from '../journal/journalEntry.ts';
import type { JournalFilter } from '../journal/journalFilter.ts';
import { findDifferences } from '../journal/selectEntries.ts';
import { FilterError } from '../scenarios/matchFields.ts';
import { parseNumber } from './parseQuery.ts';
import { type Call, MismatchError, parseOwn, waitUntil } from './testerCall.ts';

/** `GET /mock/journal?tester=…`: the requests that match, once pending ones can no longer change that. */
export async function readJournal(call: Call, res: Response) {
  const { journal, tester, settleMs, timeoutMs } = call;
  const filter = parseOwn(call, call.query, false);

  // Tests count the result, so a request too many gets time to come.
  await waitUntil(call, () => false, settleMs);
  await waitUntil(call, () => journal.listUndecided(filter).length === 0, timeoutMs);

  const entries = journal.list(filter);
  rejectPending(call, filter);
  if (entries.length === 0) rejectNoRequests(call);
  res.json({ tester: tester.token, lastId: journal.lastId(), entries });
}

/** `POST /mock/expect?tester=…&exactly=1`: waits for the expected number, and for a request too many. */
export async function expectRequests(call: Call, res: Response) {
  const { exactly, atLeast, atMost, ...query } = call.query;
  const range = parseRange(exactly, atLeast, atMost);
  const { min, max } = range;
  const filter = parseOwn(call, query, min > 0);

  await waitForNumber(call, filter, range);

  const entries = call.journal.list(filter);
  const count = entries.length;
  if (count < min || count > max) {
    const detail = `Expected ${describeRange(range)} with ${JSON.stringify(filter)}, got ${count}.`;
    const details = count > max ? describeMatching(entries) : describeNearest(call, filter);
    throw new MismatchError(detail, [...describeNoRequests(call), ...details], count);
  }
  if (count + call.journal.listUndecided(filter).length > max) rejectPending(call, filter);
  if (count === 0) rejectNoRequests(call);
  res.json({ tester: call.tester.token, count, entries });
}

interface Range {
  min: number;
  max: number;
}

/** @throws {FilterError} if one is no number, or if any number or none meets them */
function parseRange(exactly: unknown, atLeast: unknown, atMost: unknown): Range {
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
function describeRange({ min, max }: Range): string {
  const limits: string[] = [];
  if (min > 0) limits.push(`at least ${min}`);
  if (max < Infinity) limits.push(`at most ${max}`);
  const range = min === max ? `exactly ${min}` : limits.join(' and ');
  const last = max < Infinity ? max : min;
  return `${range} ${last === 1 ? 'request' : 'requests'}`;
}

async function waitForNumber(call: Call, filter: JournalFilter, { min, max }: Range) {
  const { journal, timeoutMs, settleMs } = call;
  const count = () => journal.list(filter).length;
  const mayExceed = () => count() + journal.listUndecided(filter).length > max;
  const isDecided = () => count() > max || (count() >= min && !mayExceed());

  await waitUntil(call, isDecided, timeoutMs);
  if (max === Infinity || count() < min) return;

  await waitUntil(call, () => count() > max, settleMs);
  await waitUntil(call, isDecided, timeoutMs);
}

/** @throws {MismatchError} for requests that may still match */
function rejectPending({ journal, timeoutMs }: Call, filter: JournalFilter) {
  const pending = journal.listUndecided(filter);
  if (pending.length === 0) return;
  const state = `is pending after ${timeoutMs} ms, and may still match`;
  const details = pending.map(
    ({ id, method, path }) => `Request ${id}, ${method} ${path}, ${state}.`,
  );
  const count = journal.list(filter).length;
  throw new MismatchError('The number of requests is unknown.', details, count);
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
function describeNearest({ journal }: Call, filter: JournalFilter): string[] {
  const entries = journal.list().filter(({ name = filter.name }) => name === filter.name);
  const differences = findDifferences(entries, filter);
  return entries
    .map(({ id }, i) => ({ id, differences: differences[i] ?? [] }))
    .filter((one) => one.differences.length > 0)
    .sort((a, b) => a.differences.length - b.differences.length || b.id - a.id)
    .slice(0, maxNearest)
    .map((one) => `Request ${one.id}: ${one.differences.join('; ')}.`);
}

/** @throws {MismatchError} if nothing was there to look at */
function rejectNoRequests(call: Call) {
  const details = describeNoRequests(call);
  if (details.length > 0) throw new MismatchError('No request was found.', details, 0);
}

const maxOthers = 5;

/** That no request has come under the name, and the names that came instead; empty if one has. */
export function describeNoRequests({ journal, testers, tester, noRequests }: Call): string[] {
  const { name, since, afterId } = tester;
  if (noRequests || journal.list({ name }).length > 0) return [];

  const later = journal.list({ after: afterId });
  const others = [...Map.groupBy(later, (one) => one.name ?? 'no name')]
    .filter(([other]) => !testers.isOpen(other))
    .slice(0, maxOthers)
    .map(([other, entries]) => `${other} (${entries.at(-1)?.key ?? entries.at(-1)?.path})`);
  const came = others.length > 0 ? others.join(', ') : 'none';
  return [
    `No request has come under the name "${name}" since ${since}. Other names: ${came}.`,
    'A test that means it says so: allowNoRequests(), or noRequests=true.',
  ];
}
