import type { Operation } from '#contract';
import { requireUsedValues, selectOperations } from './cases/selectOperations.ts';
import { endsSessionOrResource, isWriteOperation } from './checks/isWrite.ts';
import type { Run, VerifyOptions } from './model.ts';
import { groupFailures } from './report/groupFailures.ts';
import { joinFailures } from './report/joinFailures.ts';
import { Runner } from './run/Runner.ts';
import { replayFailure } from './run/replayFailure.ts';
import { testOperation } from './run/testOperation.ts';
import { runSessions } from './session/runSessions.ts';
import { findClient, needsSession, startUserSession } from './session/startUserSession.ts';
import { tryWrongSignIns } from './session/tryWrongSignIns.ts';
import { UserSessions } from './session/UserSessions.ts';

/**
 * Tests a backend against a contract.
 *
 * @throws {InputError} if no request would have a value of the options
 * @throws {TargetError} if the first connection fails, or the URL redirects elsewhere
 */
export async function verify(options: VerifyOptions): Promise<Run> {
  requireUsedValues(options);
  const startedAt = performance.now();
  const runner = new Runner(options);
  await testOperations(runner);
  return { ...runner.result, durationMs: performance.now() - startedAt };
}

/**
 * Tests reads, operations in a session, sessions and writes. Then sends what failed in a session again, and wrong
 * passwords last.
 */
async function testOperations(runner: Runner): Promise<void> {
  const { options } = runner;
  const selected = selectOperations(options);
  const inSession = selected.filter((it) => needsSession(it, options));
  const open = selected.filter((it) => !inSession.includes(it));
  const isWrite = (it: Operation) => isWriteOperation(options.contract, it);
  for (const operation of open) if (!isWrite(operation)) await testOperation(runner, operation);

  const user = await startUserSession(runner);
  const findClientOf = (operation: Operation) => findClient(operation, user, options);
  const test = (operation: Operation) => testOperation(runner, operation, findClientOf(operation));
  const endsSession = (it: Operation) => endsSessionOrResource(options.contract, it);
  for (const it of moveLast(inSession, endsSession)) await test(it);
  if (user instanceof UserSessions) await runSessions(user);
  const isLast = ({ method, requestBody, security }: Operation) =>
    method === 'DELETE' || (security.length > 0 && !requestBody);
  for (const it of moveLast(open.filter(isWrite), isLast)) await test(it);
  const failures = joinFailures(runner, options).filter(({ isWarning }) => !isWarning);
  for (const { first } of groupFailures(failures)) await replayFailure(runner, first);
  if (user instanceof UserSessions) await tryWrongSignIns(user);
}

/** Moves operations to the end of a list. */
function moveLast(operations: readonly Operation[], isLast: (operation: Operation) => boolean) {
  return operations.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)));
}
