import type { Operation } from '../../../mock-api/contract/contract.ts';
import type { Plan } from '../plan/planCases.ts';
import type { SkippedCase, TestCase } from '../plan/testCase.ts';
import { resolveTarget } from '../send/sendRequest.ts';

interface PlannedRun {
  plan: Plan;
  selected: readonly TestCase[];
  /** The operations at which the stateful phase begins. */
  linkStarts: readonly Operation[];
  skipped: readonly SkippedCase[];
}

/** The output of `--dry-run`. */
export function describePlan(
  { plan, selected, linkStarts, skipped }: PlannedRun,
  { url, maxWrites }: { url: URL; maxWrites: number },
): string {
  const { basePath } = plan.contract;
  const writeCount = selected.filter(({ isWrite }) => isWrite).length;
  return [
    `Plan for ${url.href} (dry run, nothing is sent):`,
    ...selected.map(({ operation, kind, description, request, isWrite }) => {
      const target = resolveTarget({ url, basePath }, request.target);
      return `  ${isWrite ? 'write' : 'read '} ${operation.id}, ${kind}: ${description}\n        ${request.method} ${target}`;
    }),
    ...linkStarts.map(({ id }) => `  links of ${id}, followed in one session`),
    ...skipped.map(
      ({ operation, description, reason }) => `  skip  ${operation}: ${description} (${reason})`,
    ),
    '',
    `${selected.length} requests, ${writeCount} of them writes (at most ${maxWrites} are sent), ${skipped.length} skipped;`,
    `${plan.discardedCount} generated variations discarded, because their encoded request does not test what it should.`,
  ].join('\n');
}
