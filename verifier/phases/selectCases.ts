import type { Operation } from '#contract';
import type { CheckName } from '../checks/checks.ts';
import type { CaseKind, SkippedCase, TestCase } from '../plan/testCase.ts';

export interface SelectOptions {
  skipChecks: ReadonlySet<CheckName>;
  allowWrites: boolean;
}

/** Why a case was not sent, and what must be set to send it. */
type Reason = Pick<SkippedCase, 'reason' | 'option'>;

export const needsAllowWrites: Reason = {
  reason: 'it may change data, and --allow-writes is not set',
  option: '--allow-writes',
};

/** The only check that a kind of case serves. Valid data serves several. */
const checkByKind: Partial<Record<CaseKind, CheckName>> = {
  'invalid data': 'negative_data_rejection',
  'undeclared method': 'unsupported_method',
  'undeclared media type': 'unsupported_media_type',
  'missing credentials': 'ignored_auth',
  'invalid credentials': 'ignored_auth',
  'wrong credentials': 'ignored_auth',
  'unknown id': 'unknown_resource_rejection',
  'used value': 'single_use',
  link: 'link_conformance',
};

/** Splits the cases into those to send and those to skip. */
export function selectCases(cases: readonly TestCase[], options: SelectOptions) {
  const selected: TestCase[] = [];
  const skipped: SkippedCase[] = [];
  for (const testCase of cases) {
    const reason = reasonToSkip(testCase, options);
    if (reason) skipped.push({ ...skipCase(testCase, ''), ...reason });
    else selected.push(testCase);
  }
  return { selected, skipped };
}

/** Divides cases into units: repetitions of a group, and single cases. */
export function groupCases(testCases: Iterable<TestCase>): TestCase[][] {
  return [...Map.groupBy(testCases, (it) => it.repetition?.group ?? it).values()];
}

/** Whether `--only` selects an operation. */
export function isSelected({ id }: Operation, only: readonly string[]): boolean {
  return only.length === 0 || only.includes(id);
}

/** Why the options exclude a case; undefined if they do not. */
export function reasonToSkip(
  { kind, isWrite }: TestCase,
  { skipChecks, allowWrites }: SelectOptions,
): Reason | undefined {
  const check = checkByKind[kind];
  if (check && skipChecks.has(check)) return { reason: `--skip-check ${check}` };
  if (isWrite && !allowWrites) return needsAllowWrites;

  return undefined;
}

export function skipCase({ operation, description }: TestCase, reason: string): SkippedCase {
  return { operation: operation.id, description, reason };
}
