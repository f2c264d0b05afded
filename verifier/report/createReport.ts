import { toInconclusive } from '../evaluate/caseResult.ts';
import { findUntested, isUntestable, type Untested } from '../evaluate/findUntested.ts';
import { isSelected } from '../phases/selectCases.ts';
import type { VerifyOptions } from '../verifyOptions.ts';
import type { Report } from './report.ts';

/** The report of a run, with what it could not test. */
export function createReport(
  { contract, only, phases, publicUrl, url }: VerifyOptions,
  run: Pick<Report, 'results' | 'skipped' | 'durationMs'>,
): Report {
  const { results, skipped } = run;
  const operations = contract.operations.filter((it) => isSelected(it, only));
  const untested = findUntested(operations, results, skipped);
  const needsPublicUrl = publicUrl === undefined && phases.has('protocol');
  const warnings = new Set(results.flatMap((it) => it.warnings));

  return {
    ...run,
    contract,
    url: url.href,
    // What a gateway sends, or a server without the operations, says nothing about the backend.
    results: isUntestable(results) ? results.map(toInconclusive) : results,
    warnings: [...warnings, ...untested.map(({ message }) => message)],
    untested: needsPublicUrl ? [...untested, unforwarded] : untested,
  };
}

/** Any other host than the real one would be rejected by a server that checks it. */
const unforwarded: Untested = {
  name: 'requests as the host forwards them',
  message: 'No request has the forwarding headers of the host.',
  option: '--public-url',
};
