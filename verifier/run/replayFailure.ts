import { swapCase } from '../cases/values/swapCase.ts';
import { isSecondUse } from '../checks/singleUse.ts';
import { type Exchange, type Failure, isSuccess } from '../model.ts';
import { sessionSecrets } from '../send/sessionSecrets.ts';
import type { WireRequest } from '../send/wireRequest.ts';
import { isWrongPassword } from './findReasonToSkip.ts';
import { addReadInSession, findRequestsBefore } from './findRequestsBefore.ts';
import type { Runner } from './Runner.ts';

/**
 * Sends the requests of a failure once more, as the printed commands do, and records whether they lead to it again: with
 * a read in the session before its end only if they do not without one.
 */
export async function replayFailure(runner: Runner, { exchange }: Failure): Promise<void> {
  const { options } = runner;
  const recorded = runner.failures.filter((it) => it.exchange === exchange);
  const [failure] = recorded;
  const before = findRequestsBefore(exchange, options.contract);
  const record = (result: Partial<Failure>) => {
    for (const it of recorded) Object.assign(it, result);
  };
  record({ before });
  const isAlone = exchange.together.length === 0 && !isSecondUse(exchange);
  const canBeSent = isAlone && !isWrongPassword(exchange, options);
  if (!failure || before.length === 0 || !canBeSent) return;

  // A session that lived may have ended since.
  const isSteady = exchange.expected === 'accept' || exchange.steps.at(-1)?.role !== 'sign-in';
  const late = isSteady ? await runner.repeat(exchange) : undefined;
  const hasEnded = late && !runner.failedChecks(late).includes(failure.check);
  const isReplayed = await replay(runner, failure, before);
  const endedAfterMs = hasEnded ? late.response.startedAt - exchange.response.startedAt : undefined;
  record({ isReplayed, endedAfterMs });
  if (isReplayed !== false || !exchange.request.headers.Cookie) return;

  const withRead = addReadInSession(exchange);
  if (await replay(runner, failure, withRead)) record({ before: withRead, isReplayed: true });
}

/** Whether requests lead to a failure again; undefined if the server does not respond to one of them as before. */
async function replay(
  runner: Runner,
  { check, exchange }: Failure,
  before: readonly Exchange[],
): Promise<boolean | undefined> {
  const ids = new Map<string, string>();
  for (const step of before) {
    const repeated = await runner.repeat(step, withOtherIds(step.request, ids));
    if (!repeated || isSuccess(repeated) !== isSuccess(step)) return undefined;

    const created = sessionSecrets(repeated.response);
    for (const { cookie, id } of sessionSecrets(step.response))
      ids.set(id, created.find((it) => it.cookie === cookie)?.id ?? id);
  }
  const last = await runner.repeat(exchange, withOtherIds(exchange.request, ids));
  return last && runner.failedChecks(last).includes(check);
}

/** The forms of a session id that cases send: the whole id, without its last character, and in the other case. */
const formsOfId = [(id: string) => id, (id: string) => id.slice(0, -1), swapCase];

/** Replaces session ids in the cookies of a request by those of new sessions. */
function withOtherIds(request: WireRequest, ids: ReadonlyMap<string, string>): WireRequest {
  let { Cookie } = request.headers;
  if (Cookie === undefined) return request;

  for (const [id, other] of ids)
    for (const form of formsOfId) Cookie = Cookie.replaceAll(form(id), form(other));
  return { ...request, headers: { ...request.headers, Cookie } };
}
