import type { CheckName } from '../../mock-api/contract/cases/checks.ts';
import type { CaseKind, LeftOut, TestCase } from '../../mock-api/contract/cases/testCase.ts';
import type { VerifyOptions } from './readOptions.ts';

export const NEEDS_WRITES = 'it may change something, and --allow-writes is not given';

/** The check for whose sake a case is sent; the others are sent for several. */
const CHECK_OF: Partial<Record<CaseKind, CheckName>> = {
  'bad data': 'bad-data',
  'undeclared method': 'method',
  'undeclared media type': 'unsupported-media-type',
  'no credentials': 'credentials',
  'bad credentials': 'credentials',
  link: 'links',
};

type Choice = Pick<VerifyOptions, 'only' | 'skipChecks' | 'allowWrites'>;

/** Why a case is not sent, undefined for one that is. */
export function reasonToLeaveOut(
  { kind, operation, writes }: Pick<TestCase, 'kind' | 'operation' | 'writes'>,
  { only, skipChecks, allowWrites }: Choice,
): string | undefined {
  const check = CHECK_OF[kind];
  if (only.length > 0 && !only.includes(operation.id)) return '--only names others';
  if (check && skipChecks.has(check)) return `--skip-check ${check}`;
  if (writes && !allowWrites) return NEEDS_WRITES;
  return undefined;
}

/** Sorts cases into those to send, reads first, and those to name. */
export function chooseCases(cases: readonly TestCase[], choice: Choice) {
  const leftOut: LeftOut[] = [];
  const chosen = cases.filter((test) => {
    const reason = reasonToLeaveOut(test, choice);
    if (reason !== undefined) leftOut.push(leaveOut(test, reason));
    return reason === undefined;
  });
  const rank = ({ writes, needsCredentials }: TestCase) =>
    Number(writes) + 2 * Number(needsCredentials);
  return { chosen: chosen.sort((a, b) => rank(a) - rank(b)), leftOut };
}

export function leaveOut(
  { operation, what }: Pick<TestCase, 'operation' | 'what'>,
  reason: string,
) {
  return { operation: operation.id, what, reason } satisfies LeftOut;
}
