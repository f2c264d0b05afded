import type { CheckName } from './checks.ts';
import type { CaseKind, SkippedCase, TestCase } from './testCase.ts';

export interface SelectOptions {
  /** Ids of operations; empty for all. */
  only: readonly string[];
  skipChecks: ReadonlySet<CheckName>;
  allowWrites: boolean;
}

export const needsAllowWritesReason = 'it may change data, and --allow-writes is not set';

/** The only check that a kind of case serves. Valid data serves several. */
const checkByKind: Partial<Record<CaseKind, CheckName>> = {
  'invalid data': 'negative_data_rejection',
  'undeclared method': 'unsupported_method',
  'undeclared media type': 'unsupported_media_type',
  'missing credentials': 'ignored_auth',
  'invalid credentials': 'ignored_auth',
  link: 'link_conformance',
};

/** Splits the cases into those to send, reads before writes, and those to skip. */
export function selectCases(cases: readonly TestCase[], options: SelectOptions) {
  const skipped: SkippedCase[] = [];
  const selected = cases.filter((testCase) => {
    const reason = reasonToSkip(testCase, options);
    if (reason !== undefined) skipped.push(skipCase(testCase, reason));
    return reason === undefined;
  });
  const rank = ({ isWrite, needsCredentials }: TestCase) =>
    Number(isWrite) + 2 * Number(needsCredentials);
  return { selected: selected.sort((a, b) => rank(a) - rank(b)), skipped };
}

/** Why the options exclude a case; undefined if they do not. */
export function reasonToSkip(
  { kind, operation, isWrite }: TestCase,
  { only, skipChecks, allowWrites }: SelectOptions,
): string | undefined {
  const check = checkByKind[kind];
  if (only.length > 0 && !only.includes(operation.id)) return '--only selects other operations';
  if (check && skipChecks.has(check)) return `--skip-check ${check}`;
  if (isWrite && !allowWrites) return needsAllowWritesReason;
  return undefined;
}

export function skipCase({ operation, description }: TestCase, reason: string): SkippedCase {
  return { operation: operation.id, description, reason };
}
