import type { JournalEntry } from '../journal/journalEntry.ts';
import type { JournalFilter } from '../journal/journalFilter.ts';
import {
  describeMatching,
  describeNearest,
  describeNoRequests,
  describePending,
} from './describe.ts';
import { CheckError, requireIntact, type Section } from './section.ts';

/** How many requests of a section are expected. */
export interface Check extends Section {
  filter: JournalFilter;
  /** Of the requests that match, those that do not count. */
  exceptions: readonly JournalFilter[];
  min: number;
  max: number;
  /** The time to wait for requests that are expected, and for the end of those that are pending. */
  timeoutMs: number;
  /** The time to wait for requests too many. */
  settleMs: number;
  /** Whether no request at all may have come under the name. */
  allowsNoRequests: boolean;
  signal: AbortSignal;
}

/**
 * Waits until the number of requests is as expected and can no longer change, as far as the mock can know, and returns
 * the requests.
 * @throws {CheckError}
 */
export async function findExpected(check: Check): Promise<JournalEntry[]> {
  const { min, max, timeoutMs, settleMs } = check;
  const endsAt = performance.now() + timeoutMs + settleMs;
  requireIntact(check);
  await waitUntil(check, timeoutMs, isDecided);

  const isAnyNumber = min === 0 && max === Infinity;
  if (isAnyNumber || (max < Infinity && select(check).length >= min)) {
    await waitUntil(check, settleMs, () => select(check).length > max);
    // What has come meanwhile may be pending. A host in front of the mock does not wait for a second time limit.
    await waitUntil(check, Math.max(0, endsAt - performance.now()), isDecided);
  }

  const entries = select(check);
  const absence = check.allowsNoRequests ? [] : describeNoRequests(check);
  if (entries.length < min) reject(check, [...absence, ...describeNearest(check, check.filter)]);
  if (entries.length > max) reject(check, describeMatching(entries));
  if (mayChange(check)) reject(check, describePending(findPending(check), timeoutMs));
  if (absence.length > 0) throw new CheckError(422, 'No request was found.', absence, 0);
  return entries;
}

/** @throws {CheckError} as soon as a request of the section is removed */
async function waitUntil(check: Check, timeoutMs: number, isMet: (check: Check) => boolean) {
  const { journal, name, afterId, signal } = check;
  const isOver = () => isMet(check) || journal.removalAfter(afterId, name) !== undefined;
  await journal.until(isOver, { timeoutMs, signal, name });
  requireIntact(check);
}

function isDecided(check: Check): boolean {
  const { length } = select(check);
  if (length > check.max) return true;
  return length >= check.min && !mayChange(check);
}

/** Whether requests that are pending may still match, if that matters for the number. */
function mayChange(check: Check): boolean {
  const { min, max } = check;
  const pending = findPending(check).length;
  if (min === 0 && max === Infinity) return pending > 0;
  return select(check).length + pending > max;
}

const findPending = ({ journal, filter }: Check) => journal.listUndecided(filter);

function select({ journal, filter, exceptions }: Check): JournalEntry[] {
  const excepted = new Set(exceptions.flatMap((one) => journal.list(one)));
  return journal.list(filter).filter((one) => !excepted.has(one));
}

/** @throws {CheckError} */
function reject(check: Check, details: readonly string[]): never {
  const { filter, min, max } = check;
  const { after: _, ...conditions } = filter;
  const { length } = select(check);
  const expected = `Expected ${describeRange(min, max)} with ${JSON.stringify(conditions)}`;
  throw new CheckError(422, `${expected}, got ${length}.`, details, length);
}

function describeRange(min: number, max: number): string {
  if (min === max) return `exactly ${min}`;
  const limits: string[] = [];
  if (min > 0) limits.push(`at least ${min}`);
  if (max < Infinity) limits.push(`at most ${max}`);
  return limits.join(' and ') || 'any number';
}
