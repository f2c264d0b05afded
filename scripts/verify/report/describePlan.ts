import { resolveTarget } from '../send/requestTarget.ts';
import type { planRun } from '../verifyBackend.ts';

/** The output of `--dry-run`. */
export function describePlan(
  { plan, selected, linkStarts, skipped, warnings }: ReturnType<typeof planRun>,
  url: URL,
): string {
  const { basePath } = plan.contract;
  const writeCount = selected.filter(({ isWrite }) => isWrite).length;
  return [
    `Plan for ${url.href} (dry run, nothing is sent):`,
    ...selected.map(({ phase, operation, kind, description, request, isWrite }) => {
      const target = resolveTarget({ url, basePath }, request.target);
      return `  ${isWrite ? 'write' : 'read '} ${operation.id}, ${phase}, ${kind}: ${description}\n        ${request.method} ${target}`;
    }),
    ...linkStarts.map(({ id }) => `  links of ${id}, followed in one session`),
    ...skipped.map(
      ({ operation, description, reason }) => `  skip  ${operation}: ${description} (${reason})`,
    ),
    ...warnings.map((warning) => `  Warning: ${warning}`),
    '',
    `${selected.length} requests, ${writeCount} of them writes, ${skipped.length} skipped.`,
  ].join('\n');
}
