import { findLinks, type Operation } from '#contract';
import { createPlanner } from './cases/createPlanner.ts';
import { requireUsedValues, selectOperations } from './cases/selectOperations.ts';
import { isWriteOperation } from './checks/isWrite.ts';
import { findCredentialFields } from './checks/requestFields.ts';
import type { Run, Session, SkippedCase, VerifyOptions } from './model.ts';
import { Runner } from './run/Runner.ts';
import { testOperation } from './run/testOperation.ts';
import { testLinks } from './session/followLinks.ts';
import { runSessions } from './session/runSessions.ts';
import {
  findReachable,
  findSessionContext,
  isGiven,
  type SessionContext,
  startSession,
} from './session/sessionContext.ts';

type Missing = Pick<SkippedCase, 'reason' | 'option'>;

/**
 * Tests a backend against a contract: reads first, then what needs a session, then writes, and wrong passwords last.
 *
 * @throws {InputError} if no request would have a value of the options
 * @throws {TargetError} if the first connection fails, or the URL redirects elsewhere
 */
export async function verify(options: VerifyOptions): Promise<Run> {
  requireUsedValues(options);
  const startedAt = performance.now();
  const runner = new Runner(options);
  await new Verification(options, runner).run();
  const { exchanges, failures, skipped, sentCount, secrets } = runner;
  const durationMs = performance.now() - startedAt;
  return { exchanges, failures, skipped, sentCount, secrets, durationMs };
}

/** The operations of a run, in the order in which they are tested. */
class Verification {
  readonly #options: VerifyOptions;
  readonly #runner: Runner;
  readonly #planner;
  readonly #selected: readonly Operation[];

  constructor(options: VerifyOptions, runner: Runner) {
    this.#options = options;
    this.#runner = runner;
    this.#planner = createPlanner(options);
    this.#selected = selectOperations(options);
  }

  async run(): Promise<void> {
    const open = this.#selected.filter((it) => !this.#needsSession(it));
    const writes = open.filter((it) => isWriteOperation(this.#options.contract, it));
    for (const it of open.filter((each) => !writes.includes(each))) await this.#test(it);

    const context = this.#findContext();
    const session = context && (await startSession(context, 'the base request'));
    const isRejected = this.#isRejected(context, session);
    const ofSession = this.#selected.filter((it) => this.#needsSession(it));
    for (const it of endingsLast(ofSession, context))
      await this.#testInSession(it, context, session);

    // A deletion of other cases might end what a link leads to.
    for (const operation of this.#findLinkStarts()) await testLinks(this.#parts(), operation);

    for (const it of deletionsLast(writes)) {
      const isSignIn = it === context?.signIn.operation;
      const missing = isSignIn && isRejected ? { reason: 'the sign-in fails' } : undefined;
      await this.#test(it, missing);
    }
    if (context && session) await runSessions(context);
  }

  #parts() {
    return { runner: this.#runner, planner: this.#planner };
  }

  #test(operation: Operation, missing?: Missing): Promise<void> {
    return testOperation({ ...this.#parts(), operation, missing });
  }

  #testInSession(
    operation: Operation,
    context: SessionContext | undefined,
    session: Session | undefined,
  ): Promise<void> {
    const isRejected = this.#isRejected(context, session);
    const missing = this.#findMissing(operation, session, isRejected);
    const renew = () => context && startSession(context, 'a sign-in after the end of a session');
    const renewSession = context && isEnding(operation, context) ? async () => renew() : undefined;
    return testOperation({ ...this.#parts(), operation, session, renewSession, missing });
  }

  #needsSession(operation: Operation): boolean {
    return operation.security.length > 0 && !isGiven(operation, this.#options);
  }

  /** Undefined if nothing of a session is to be tested. */
  #findContext(): SessionContext | undefined {
    const { contract } = this.#options;
    const context = findSessionContext(this.#runner, this.#planner, this.#options);
    if (!context) return undefined;

    const start = context.signIn.operation;
    const ofSession = [start, ...findReachable(contract, start)];
    return ofSession.some((it) => this.#selected.includes(it)) ? context : undefined;
  }

  /** Whether a sign-in was sent that has started no session. */
  #isRejected(context: SessionContext | undefined, session: Session | undefined): boolean {
    const isSent = context !== undefined && this.#options.allowWrites;
    return isSent && session === undefined;
  }

  /** Why an operation cannot be used without more options; undefined if it can. */
  #findMissing(
    { security }: Operation,
    session: Session | undefined,
    isRejected: boolean,
  ): Missing | undefined {
    const other = findOtherScheme(security);
    if (other !== undefined)
      return { reason: `it needs credentials for ${other}`, option: '--header' };
    if (session) return undefined;
    if (isRejected) return { reason: 'the sign-in fails' };

    const option = this.#options.credentials ? '--allow-writes' : 'VERIFY_USER, VERIFY_PASSWORD';
    return { reason: 'it needs a session', option };
  }

  /** The operations with links that no other one leads to, and that start no session. */
  #findLinkStarts(): Operation[] {
    const { contract } = this.#options;
    const targets = contract.operations.flatMap((it) =>
      findLinks(contract, it).flatMap(({ target }) => (target === it ? [] : target)),
    );
    return this.#selected.filter(
      (it) =>
        findLinks(contract, it).length > 0 &&
        !targets.includes(it) &&
        !findCredentialFields(contract, it) &&
        !this.#needsSession(it),
    );
  }
}

/** A scheme that no alternative does without, and that a session does not give. */
function findOtherScheme(security: Operation['security']): string | undefined {
  const others = security.map((all) => all.find(({ in: place }) => place !== 'cookie'));
  return others.includes(undefined) ? undefined : others[0]?.name;
}

function isEnding(operation: Operation, { endings }: SessionContext): boolean {
  return endings.some((it) => it.operation === operation);
}

/** What ends the session comes after what needs it. */
function endingsLast(
  operations: readonly Operation[],
  context: SessionContext | undefined,
): Operation[] {
  const ends = (it: Operation) => context !== undefined && isEnding(it, context);
  return [...operations.filter((it) => !ends(it)), ...operations.filter(ends)];
}

function deletionsLast(writes: readonly Operation[]): Operation[] {
  const isDeletion = ({ method }: Operation) => method === 'DELETE';
  return [...writes.filter((it) => !isDeletion(it)), ...writes.filter(isDeletion)];
}
