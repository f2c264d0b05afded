import { headerText } from '../../../mock-api/contract/index.ts';
import { type CheckName, checks } from '../checks/checks.ts';
import type { CaseResult } from '../evaluate/caseResult.ts';

/** The first place to look for the cause when a check fails for a request. */
export function hintFor(check: CheckName, { testCase, result }: CaseResult): string {
  const status = result.kind === 'response' ? result.status : undefined;
  const { kind } = testCase;
  if (
    check === 'positive_data_acceptance' &&
    kind === 'sign-in' &&
    (status === 401 || status === 403)
  ) {
    return 'Check VERIFY_USER and VERIFY_PASSWORD: the server does not accept them.';
  }
  if (result.kind === 'response' && result.status >= 300 && result.status < 400) {
    const location = headerText(result.headers, 'location');
    if (location !== undefined)
      return 'Clients do not follow redirects. If the URL has moved, test the URL in Location.';
  }
  return checks.find(({ name }) => name === check)?.hint ?? '';
}
