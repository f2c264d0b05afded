import { sentSessionIds } from '../checks/sessionCookies.ts';
import { type Exchange, type Failure, isSuccess, type Run, type VerifyOptions } from '../model.ts';

/**
 * Gives failures with one cause one message: if an operation accepts a request without credentials, it accepts invalid
 * ones, too; if only some sessions of the user fail, something distinguishes these.
 */
export function joinFailures(
  { exchanges, failures, secrets }: Run,
  { contract }: VerifyOptions,
): Failure[] {
  return failures.map((failure) => {
    const { operation, response } = failure.exchange;
    const open = failures.find((it) => isOpen(it) && it.exchange.operation === operation);
    if (open && failure.check === open.check) return { ...failure, message: open.message };
    if (!isRejected(failure.exchange)) return failure;

    // The sessions that began with a sign-in alone, without the cookie of an earlier session.
    const plain = exchanges.filter(
      (it) => it.operation === operation && it.expected === 'accept' && it.steps.length === 1,
    );
    const idsOf = (some: Exchange[]) => [
      ...new Set(some.flatMap(({ request }) => sentSessionIds(contract, request))),
    ];
    const rejections = plain.filter(isRejected);
    const successes = plain.filter(isSuccess);
    const rejected = idsOf(rejections);
    const accepted = idsOf(successes);
    const areSame = rejected.some((id) => accepted.includes(id));
    if (rejected.length === 0 || accepted.length === 0 || areSame) return failure;

    const count = `${rejected.length} of ${rejected.length + accepted.length} sessions`;
    return {
      ...failure,
      check: 'positive_data_acceptance',
      message: `The server returned ${response.status} in some sessions of the user, but not in others.`,
      hint: secrets.mask(
        `${count} failed.${describeIds(rejected, accepted)}${describeDelays(rejections, successes)}`,
      ),
    };
  });
}

/** Whether a request was accepted that had no credentials at all. */
function isOpen({ check, message }: Failure): boolean {
  return check === 'ignored_auth' && message.endsWith(' without credentials.');
}

function isRejected({ expected, response: { status } }: Exchange): boolean {
  return expected === 'accept' && (status === 401 || status === 403);
}

/** Describes a character that occurs in the ids of all sessions that fail, but in no other id; '' if there is none. */
function describeIds(rejected: readonly string[], accepted: readonly string[]): string {
  const [first = ''] = rejected;
  const shared = first
    .match(/[^\dA-Za-z]/g)
    ?.find(
      (character) =>
        rejected.every((id) => id.includes(character)) &&
        accepted.every((id) => !id.includes(character)),
    );
  if (shared === undefined) return '';
  return ` Their ids have "${shared}", and the others do not: ${rejected.join(', ')}. Sign in until the id has it.`;
}

/** Describes the delays after the sign-in if all sessions that fail were read sooner than the others, or returns ''. */
function describeDelays(rejections: readonly Exchange[], successes: readonly Exchange[]): string {
  const longestMs = Math.ceil(Math.max(...rejections.map(delayMs)));
  const shortestMs = Math.floor(Math.min(...successes.map(delayMs)));
  if (longestMs > shortestMs) return '';
  return ` They were read up to ${longestMs} ms after the sign-in, the others after ${shortestMs} ms or later. Separate commands may be too slow.`;
}

/** Returns the time between the response of the last step and a request. */
function delayMs({ steps, response }: Exchange): number {
  const { startedAt = 0, durationMs = 0 } = steps.at(-1)?.response ?? {};
  return response.startedAt - startedAt - durationMs;
}
