import type { CaseResult } from '../evaluate/caseResult.ts';
import type { TestCase } from '../plan/testCase.ts';

const maxRequests = 150;
/** Each of them may take as long as the timeout. */
const maxRequestsWithoutResponse = 5;

/** Finds the simplest case that fails in the same way; the given one if there is none simpler. */
export async function simplifyFailure(
  failed: CaseResult,
  send: (testCase: TestCase) => Promise<CaseResult | undefined>,
): Promise<CaseResult> {
  const hasResponse = failed.result.kind === 'response';
  let remaining = hasResponse ? maxRequests : maxRequestsWithoutResponse;
  let simplest = failed;
  for (let next = await findSimpler(); next; next = await findSimpler()) simplest = next;
  return simplest;

  async function findSimpler(): Promise<CaseResult | undefined> {
    for (const candidate of simplest.testCase.simplify?.() ?? []) {
      if (remaining <= 0) return undefined;
      remaining -= 1;
      const result = await send(candidate);
      if (result && failsAlike(result, failed)) return result;
    }
    return undefined;
  }
}

function failsAlike(a: CaseResult, b: CaseResult): boolean {
  return a.failures.some(({ check }) => b.failures.some((failure) => failure.check === check));
}
