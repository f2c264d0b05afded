import type { Operation } from '../../../mock-api/contract/contract.ts';
import type { Plan } from '../phases/planCases.ts';
import { isWriteOperation, type TestCase } from '../plan/testCase.ts';
import type { CookieJar } from './cookieJar.ts';

/**
 * Reads that a session cookie protects, with the cookie among others that resemble it, and with session
 * ids that only resemble a valid one.
 */
export function* sessionCases(
  plan: Plan,
  operations: readonly Operation[],
  jar: CookieJar,
): Iterable<{ testCase: TestCase; cookie: string }> {
  for (const operation of operations) {
    if (isWriteOperation(plan.contract, operation)) continue;
    const scheme = operation.security.flat().find(({ in: location }) => location === 'cookie');
    const name = scheme?.key ?? '';
    const id = jar.get(name);
    const planned = plan.buildRequest(operation, (values) => values);
    if (!planned || !scheme || id === undefined) continue;
    const base = { ...planned.testCase, pointer: scheme.pointer, usesKnownValues: true };
    const session = jar.header() ?? '';
    yield {
      testCase: {
        ...base,
        kind: 'valid data',
        description: `Cookies with similar names surround "${name}".`,
      },
      cookie: `X${name}=contract-check; ${name}X=contract-check; ${session}; a=${name}=b`,
    };
    for (const [altered, description] of [
      [id.slice(0, -1), 'lacks the last character'],
      [`${id}0`, 'has one more character'],
    ] as const) {
      yield {
        testCase: {
          ...base,
          kind: 'invalid credentials',
          description: `The session id in "${name}" ${description}.`,
        },
        cookie: `${name}=${altered}`,
      };
    }
  }
}
