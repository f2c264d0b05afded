import type { Operation } from '#contract';
import { skipCase } from '../phases/selectCases.ts';
import type { SkippedCase, TestCase } from '../plan/testCase.ts';
import { findCredentialFields } from './credentialFields.ts';
import { followLinks, type LinkContext, type StatefulOptions } from './followLinks.ts';

/** Follows the links of each start in a session, which also serves the cases that need one; skips the others. */
export async function runSessions(
  starts: readonly Operation[],
  sessionCases: readonly TestCase[],
  context: LinkContext,
): Promise<void> {
  const { runner, plan, options } = context;
  let waiting = sessionCases;
  const causes: Pick<SkippedCase, 'reason' | 'option' | 'blockedBy'>[] = [];
  for (const start of starts) {
    const unserved = await followLinks(start, waiting, context);
    waiting = unserved.waiting;
    if (unserved.reason) causes.push(unserved.reason);
  }

  const cause = causes.find(({ blockedBy }) => blockedBy !== undefined);
  const canSignIn = starts.some((start) => findCredentialFields(plan.contract, start));
  for (const testCase of waiting) {
    const reason = cause ?? describeMissingSession(testCase, options, canSignIn);
    runner.skip({ ...skipCase(testCase, ''), ...reason });
  }
}

/** What would start a session, of what the options lack. */
function describeMissingSession(
  { operation }: TestCase,
  { allowWrites, credentials }: StatefulOptions,
  canSignIn: boolean,
) {
  const missing: string[] = [];
  if (!allowWrites) missing.push('--allow-writes');
  if (!credentials) missing.push('VERIFY_USER and VERIFY_PASSWORD');

  const option = canSignIn && missing.length > 0 ? missing.join(', ') : '--header';
  const schemes = operation.security.flat().map(({ name }) => name);
  const names = [...new Set(schemes)].join(' or ') || 'another operation';
  return { reason: `it needs a session or credentials for ${names} (${option})`, option };
}
