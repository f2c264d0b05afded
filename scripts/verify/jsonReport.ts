import { hints } from '../../mock-api/contract/cases/checks.ts';
import { findings, type Report } from './report.ts';

/** The report for other programs. */
export function jsonReport(report: Report): string {
  const { contract, url, results, leftOut, warnings, duration } = report;
  const found = findings(report);
  return `${JSON.stringify(
    {
      conforms: found.length === 0,
      url,
      contract: { file: contract.file, title: contract.title, version: contract.version },
      duration: Math.round(duration),
      faults: found.map(({ operation, failure, result, others, check }) => ({
        operation,
        ...failure,
        varied: result.test.what,
        curl: result.curl,
        hint: hints[check],
        alsoIn: others.map(({ test }) => test.what),
      })),
      warnings,
      leftOut,
      cases: results.map(({ test, outcome, failures, proved }) => ({
        operation: test.operation.id,
        kind: test.kind,
        varied: test.what,
        method: test.request.method,
        target: test.request.target,
        writes: test.writes,
        ...(outcome.kind === 'answer'
          ? { status: outcome.status, duration: outcome.duration }
          : { noAnswer: outcome.message }),
        proved,
        failed: failures.map(({ check }) => check),
      })),
    },
    null,
    2,
  )}\n`;
}
