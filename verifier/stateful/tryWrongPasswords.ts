import type { Operation } from '#contract';
import type { Runner } from '../evaluate/Runner.ts';
import type { Plan } from '../phases/planCases.ts';
import { isSelected, reasonToSkip } from '../phases/selectCases.ts';
import type { SkippedCase, TestCase } from '../plan/testCase.ts';
import { ClientSession } from '../send/ClientSession.ts';
import { isAccepted } from '../send/sendRequest.ts';
import { findCredentialFields } from './credentialFields.ts';
import type { StatefulOptions } from './followLinks.ts';
import { startingRequest } from './linkRequest.ts';
import { wrongPasswords } from './wrongCredentials.ts';

export interface PasswordCases {
  /** The correct one, which starts the session. */
  signIn: TestCase;
  inSession: TestCase | undefined;
  empty: TestCase | undefined;
}

/** The sign-ins with a wrong password of the real user, of which there are two; undefined if there are none. */
export function planWrongPasswords(
  plan: Plan,
  start: Operation,
  options: StatefulOptions,
): PasswordCases | undefined {
  const { credentials } = options;
  const fields = findCredentialFields(plan.contract, start);
  if (!fields || !credentials || !isSelected(start, options.only)) return undefined;

  const first = startingRequest(plan, start, fields, credentials);
  if (!first || reasonToSkip(first.testCase, options)) return undefined;

  const { inSession, empty } = wrongPasswords(plan, start, fields, credentials);
  const isSent = (it: TestCase | undefined) => it && !reasonToSkip(it, options);
  if (!isSent(inSession) && !isSent(empty)) return undefined;

  const description = 'A session in which a wrong password follows.';
  const signIn: TestCase = {
    ...first.testCase,
    kind: 'unusual request',
    isGate: false,
    description,
  };
  return { signIn, inSession, empty };
}

/** Sends the wrong passwords of the real user, after everything else: a server may lock the account. */
export async function tryWrongPasswords(
  { signIn, inSession, empty }: PasswordCases,
  { triesWrongPasswords }: Pick<StatefulOptions, 'triesWrongPasswords'>,
  runner: Runner,
): Promise<void> {
  const { operation } = signIn;
  if (runner.isBlocked(operation)) return;

  if (!triesWrongPasswords) {
    const excluded: SkippedCase = {
      operation: operation.id,
      description: 'The wrong passwords of the user.',
      reason: '--no-wrong-passwords',
    };
    runner.skip(excluded);
    return;
  }

  const result = await runner.run(signIn);
  const session = new ClientSession();
  if (result?.kind === 'response' && isAccepted(result)) session.store(result);
  if (inSession) await runner.run(inSession, session.headers());
  if (empty) await runner.run(empty);
}
