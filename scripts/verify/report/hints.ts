import { type CheckName, checks } from '../checks/checks.ts';
import type { CaseResult } from '../evaluate/caseResult.ts';

/** The first place to look for the cause when a check fails for a request. */
export function hintFor(check: CheckName, { testCase }: CaseResult): string {
  if (check === 'positive_data_acceptance' && testCase.kind === 'sign-in') {
    return 'Check VERIFY_USER and VERIFY_PASSWORD: the server does not accept them.';
  }
  return checks.find(({ name }) => name === check)?.hint ?? '';
}
