import type { Contract } from '#contract';
import { sentSessionIds } from '../checks/sessionCookies.ts';
import { type Exchange, type Failure, isSuccess, type Run, type VerifyOptions } from '../model.ts';

/**
 * Gives failures with one cause one message: if an operation accepts a request without credentials, it accepts invalid
 * ones, too; if only some sessions of the user fail, or only some requests in one, something distinguishes these.
 */
export function joinFailures(
  run: Pick<Run, 'exchanges' | 'failures'>,
  { contract }: VerifyOptions,
): Failure[] {
  return run.failures.map((failure) => {
    const { operation } = failure.exchange;
    const open = run.failures.find((it) => isOpen(it) && it.exchange.operation === operation);
    if (open && failure.check === open.check) return { ...failure, message: open.message };
    const isComparable = isRejected(failure.exchange) && failure.check !== 'response_received';
    return isComparable ? compareReads(failure, run, contract) : failure;
  });
}

/** Compares the reads that were rejected with those that were not, to describe what distinguishes them. */
function compareReads(
  failure: Failure,
  { exchanges, failures }: Pick<Run, 'exchanges' | 'failures'>,
  contract: Contract,
): Failure {
  const { operation, response } = failure.exchange;
  const reads = exchanges.filter((it) => it.operation === operation && it.expected === 'accept');
  const rejections = reads.filter(isRejected);
  const successes = reads.filter(isSuccess);
  const [rejected = [], accepted = []] = [rejections, successes].map((some) => [
    ...new Set(some.flatMap(({ request }) => sentSessionIds(contract, request))),
  ]);
  const join = (part: string, hint: string): Failure => ({
    ...failure,
    check: 'positive_data_acceptance',
    message: `The server returned ${response.status} in some ${part}, but not in others.`,
    hint,
  });
  const delays = describeDelays(
    [...rejections, ...successes].filter(({ together }) => together.length === 0),
  );
  const areOthers = accepted.length > 0 && !rejected.some((id) => accepted.includes(id));
  const difference = describeIds(rejected, accepted) + delays;
  // A session that began with the cookie of an earlier one may fail because of it.
  const isPlain = rejections.some(({ steps }) => steps.length === 1);
  if (areOthers && (isPlain || difference !== '')) {
    const count = `${rejected.length} of ${rejected.length + accepted.length} sessions failed.`;
    return join('sessions of the user', count + difference);
  }
  const isUnsteady = failures.some(
    (it) => rejections.includes(it.exchange) && it.isRepeatable === false,
  );
  if (isUnsteady) {
    const count = `${rejections.length} of ${reads.length} requests failed`;
    return join(
      'requests of a session',
      `${count}, some of them not again when they were repeated.`,
    );
  }
  // The failure with a hint is the one that the report shows.
  const isShown = failure.hint !== undefined || failure.check === 'response_consistency';
  const hint = `${failure.hint ?? ''}${delays}`.trim();
  return isShown && hint !== '' ? { ...failure, hint } : failure;
}

/** Whether a request was accepted that had no credentials at all. */
function isOpen({ check, message }: Failure): boolean {
  return check === 'ignored_auth' && message.endsWith(' without credentials.');
}

function isRejected({ expected, response: { status } }: Exchange): boolean {
  return expected === 'accept' && (status === 401 || status === 403);
}

/** The number of sessions from which a character in the ids of some is hardly there by chance. */
const minComparedIds = 8;

/** Describes a character that occurs in the ids of all sessions that fail, but in no other id; '' if there is none. */
function describeIds(rejected: readonly string[], accepted: readonly string[]): string {
  if (rejected.length + accepted.length < minComparedIds) return '';

  const shared = [...'+/%=-_.'].find(
    (character) =>
      rejected.every((id) => id.includes(character)) &&
      accepted.every((id) => !id.includes(character)),
  );
  if (shared === undefined) return '';
  return ` Their ids have "${shared}", and the others do not: ${rejected.join(', ')}. Sign in until the id has it.`;
}

/** Describes the delays after the sign-in if they distinguish the failures from the successes; '' if they do not. */
function describeDelays(reads: readonly Exchange[]): string {
  const sorted = reads.toSorted((a, b) => delayMs(a) - delayMs(b));
  const results = sorted.map(isRejected);
  const [first = false] = results;
  const change = results.indexOf(!first);
  if (results.lastIndexOf(first) !== change - 1) return '';

  const [before = 0, after = 0] = sorted.slice(change - 1).map(delayMs);
  const [earlier, later] = first ? ['failed', 'succeeded'] : ['succeeded', 'failed'];
  return ` Reads ${earlier} up to ${Math.ceil(before)} ms after the sign-in, and ${later} after ${Math.floor(after)} ms or later. Separate commands take another time.`;
}

/** Returns the time between the response of the last step and a request. */
function delayMs({ steps, response }: Exchange): number {
  const { startedAt = 0, durationMs = 0 } = steps.at(-1)?.response ?? {};
  return response.startedAt - startedAt - durationMs;
}
