import type { JournalEntry } from '../journal/journalEntry.ts';
import { assess, isMatch } from '../journal/requestPattern.ts';
import type { Check, Section } from './Check.ts';
import { CheckError } from './CheckError.ts';
import {
  describeMatching,
  describeNearest,
  describeNoRequests,
  describeUndecided,
} from './checkDetails.ts';

/**
 * Waits until the number of requests is as expected and no pending request can change that, and returns the requests.
 * @throws {CheckError} if the number is another one at the end of the time limit
 */
export async function findExpected(check: Check): Promise<JournalEntry[]> {
  const { min, max, timeoutMs, settleMs } = check;
  const endsAt = performance.now() + timeoutMs + settleMs;
  requireIntact(check);
  await waitUntil(check, timeoutMs, isDecided);

  if (hasAnyNumber(check) || (max < Infinity && select(check).match.length >= min)) {
    await waitUntil(check, settleMs, () => select(check).match.length > max);
    // A request that has come meanwhile may be pending. The whole wait has one limit, as in a host in front of the mock.
    await waitUntil(check, Math.max(0, endsAt - performance.now()), isDecided);
  }

  const { match, pending, cut } = select(check);
  const { length } = match;
  const undecided = [...pending, ...cut];
  const isEmpty = !check.allowsNoRequests && listSection(check).length === 0;
  const absence = isEmpty ? describeNoRequests(check) : [];
  if (length < min) {
    const found = [...describeMatching(match), ...describeUndecided(check, undecided)];
    reject(check, length, [...absence, ...found, ...describeNearest(check, check.pattern)], false);
  }
  if (length > max) reject(check, length, describeMatching(match));
  if (mayMatter(check, length, undecided))
    reject(check, length, describeUndecided(check, undecided), pending.length === 0);
  if (isEmpty) throw new CheckError(422, 'No request was found.', { details: absence, count: 0 });
  return match;
}

/**
 * Requires that no request of a section was removed.
 * @throws {CheckError} if one was, or if the mock was started again
 */
export function requireIntact({ journal, name, since, afterId }: Section): void {
  const reason = journal.isCurrentRun(since)
    ? journal.removalAfter(afterId, name)?.reason
    : 'the mock was started again';
  if (reason === undefined) return;

  const subject = `The requests of "${name}" since ${since}`;
  throw new CheckError(410, `${subject} are no longer all there: ${reason}.`);
}

/**
 * Waits until a condition is met, or until the time limit.
 * @throws {CheckError} as soon as a request of the section is removed
 */
async function waitUntil(check: Check, timeoutMs: number, isMet: (check: Check) => boolean) {
  const { journal, name, afterId, signal } = check;
  const isOver = () => isMet(check) || journal.removalAfter(afterId, name) !== undefined;
  await journal.until(isOver, { timeoutMs, signal, name });
  requireIntact(check);
}

/** Whether the result is certain, however the pending requests end. */
function isDecided(check: Check): boolean {
  const { match, pending } = select(check);
  if (match.length > check.max) return true;
  return match.length >= check.min && !mayMatter(check, match.length, pending);
}

/** Whether requests that may match can change the result of a check. */
function mayMatter(check: Check, matching: number, undecided: readonly JournalEntry[]): boolean {
  if (hasAnyNumber(check)) return undecided.length > 0;
  return matching + undecided.length > check.max;
}

const hasAnyNumber = ({ min, max }: Check) => min === 0 && max === Infinity;

const listSection = ({ journal, name, afterId }: Section) => journal.list({ name, after: afterId });

/**
 * Groups the requests of a section, without the exceptions: those that match, that are pending, or of which the journal
 * has cut a value that decides.
 */
function select(check: Check) {
  const { pattern, exceptions } = check;
  const counting = listSection(check).filter(
    (entry) => !exceptions.some((one) => isMatch(entry, one)),
  );
  const {
    match = [],
    pending = [],
    cut = [],
  } = Object.groupBy(counting, (entry) => assess(entry, pattern));
  return { match, pending, cut };
}

/**
 * Rejects a check with a message such as `Expected exactly 1 with {"key":"slow-brief"}, got 0.`
 * @throws {CheckError}
 */
function reject(
  { pattern, min, max }: Check,
  count: number,
  details: readonly string[],
  isFinal = true,
): never {
  const expected = `Expected ${describeRange(min, max)} with ${JSON.stringify(pattern)}`;
  throw new CheckError(422, `${expected}, got ${count}.`, { details, count, isFinal });
}

function describeRange(min: number, max: number): string {
  if (min === max) return `exactly ${min}`;
  const limits: string[] = [];
  if (min > 0) limits.push(`at least ${min}`);
  if (max < Infinity) limits.push(`at most ${max}`);
  return limits.join(' and ') || 'any number';
}
