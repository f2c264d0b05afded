import type { LeftOut } from '../../mock-api/contract/cases/testCase.ts';
import type { Result } from './report.ts';

const TELLING_NOTHING = [401, 403, 404];

/** Where a run without a failure still proves nothing. */
export function findWarnings(results: readonly Result[], leftOut: readonly LeftOut[]): string[] {
  const statuses = results.map(statusOf);
  if (statuses.length > 0 && statuses.every((status) => TELLING_NOTHING.includes(status))) {
    return [`Every answer was ${list(statuses)}: nothing is proven. Is this the right address?`];
  }
  const operations = [...new Set(results.map(({ test }) => test.operation.id))];
  return operations.flatMap((id) => {
    const good = results.filter(
      ({ test }) => test.operation.id === id && ['good data', 'link'].includes(test.kind),
    );
    if (good.some(({ proved, failures }) => proved || failures.length > 0)) return [];
    const unsent = leftOut.filter(({ operation }) => operation === id).length;
    if (good.length === 0) {
      return [`Nothing is proven for ${id}: no good data was sent (${unsent} cases left out).`];
    }
    const names = good[0]?.test.operation.parameters.filter(({ required }) => required) ?? [];
    const [parameter] = names.map(({ name }) => ` Give a known one with --value ${name}=….`);
    return [
      `Nothing is proven for ${id}: all ${good.length} answers to good data were ${list(good.map(statusOf))}.${parameter ?? ''}`,
    ];
  });
}

function statusOf({ outcome }: Result): number {
  return outcome.kind === 'answer' ? outcome.status : 0;
}

function list(statuses: readonly number[]): string {
  return [...new Set(statuses)].sort().join(' or ');
}
