import { swapCase } from '../cases/values/swapCase.ts';
import { isSignIn } from '../checks/credentialFields.ts';
import { type Exchange, type Failure, isSuccess } from '../model.ts';
import { sessionSecrets } from '../send/sessionSecrets.ts';
import type { WireRequest } from '../send/wireRequest.ts';
import { isWrongPassword } from './findReasonToSkip.ts';
import { addReadInSession, findRequestsBefore } from './findRequestsBefore.ts';
import type { Runner } from './Runner.ts';

/**
 * Sends the requests of a failure again in a new session, and records whether it fails again: with a read in the session
 * only if it does not fail without one. Requests at the same time, submissions and wrong passwords are not sent again.
 */
export async function replayFailure(runner: Runner, { exchange }: Failure): Promise<void> {
  const { options } = runner;
  const { operation, request, together } = exchange;
  const before = findRequestsBefore(exchange, options.contract);
  record({ before });
  const isSubmission = request.body !== undefined && !isSignIn(options.contract, operation);
  const canBeSent = together.length === 0 && !isSubmission && !isWrongPassword(exchange, options);
  if (before.length === 0 || !canBeSent) return;

  record({ endedAfterMs: await measureEnd(runner, exchange) });
  if ((await replay(before)) !== false || request.headers.Cookie === undefined) return;

  const withRead = addReadInSession(exchange);
  if (withRead.length > before.length && (await replay(withRead))) record({ before: withRead });

  function record(result: Partial<Failure>): void {
    for (const it of runner.failures) if (it.exchange === exchange) Object.assign(it, result);
  }

  /** Records the checks that fail again; resolves to whether there is one, or undefined if that cannot be told. */
  async function replay(steps: readonly Exchange[]): Promise<boolean | undefined> {
    const last = await repeatAll(runner, steps, exchange);
    if (!last) return undefined;

    const failed = runner.failedChecks(last);
    const ofExchange = runner.failures.filter((it) => it.exchange === exchange);
    for (const it of ofExchange) it.isReplayed = failed.includes(it.check);
    return ofExchange.some(({ isReplayed }) => isReplayed);
  }
}

/** Sends a request again, later, and returns the time since the first one in milliseconds if it does not fail any more. */
async function measureEnd(runner: Runner, exchange: Exchange): Promise<number | undefined> {
  const { expected, request, response, steps } = exchange;
  // The sign-out of a session that lived may be the reason.
  const hasLived = expected !== 'accept' && steps.at(-1)?.role === 'sign-in';
  const later = hasLived || request.reusesConnection ? undefined : await runner.repeat(exchange);
  if (!later || runner.failedChecks(later).length > 0) return undefined;
  return later.response.startedAt - response.startedAt;
}

/** Repeats exchanges in a new session; undefined if the server does not respond as before, or the id cannot be replaced. */
async function repeatAll(
  runner: Runner,
  before: readonly Exchange[],
  exchange: Exchange,
): Promise<Exchange | undefined> {
  const ids = new Map<string, string>();
  for (const step of before) {
    const repeated = await runner.repeat(step, withOtherIds(step.request, ids));
    if (!repeated || isSuccess(repeated) !== isSuccess(step)) return undefined;

    const created = sessionSecrets(repeated.response);
    for (const { cookie, id } of sessionSecrets(step.response))
      ids.set(id, created.findLast((it) => it.cookie === cookie)?.id ?? id);
  }
  const { Cookie = '' } = exchange.request.headers;
  const isReplaced = [...ids.keys()].some((id) =>
    formsOfId.some((form) => Cookie.includes(form(id))),
  );
  if (Cookie !== '' && !isReplaced) return undefined;
  return runner.repeat(exchange, withOtherIds(exchange.request, ids));
}

/** The forms of a session id that cases send: the whole id, without its last character, and in the other case. */
const formsOfId = [(id: string) => id, (id: string) => id.slice(0, -1), swapCase];

/** Replaces session ids in the cookies of a request by those of new sessions. */
function withOtherIds(request: WireRequest, ids: ReadonlyMap<string, string>): WireRequest {
  let { Cookie } = request.headers;
  if (Cookie === undefined) return request;

  for (const [id, other] of ids)
    for (const form of formsOfId) Cookie = Cookie.replaceAll(form(id), () => form(other));
  return { ...request, headers: { ...request.headers, Cookie } };
}
