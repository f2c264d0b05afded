import { hintFor } from './hints.ts';
import { conforms, type Report, uniqueFailures } from './report.ts';

/** The report for other programs, as JSON. Durations are in milliseconds. */
export function jsonReport(report: Report): string {
  const { contract, url, results, skipped, warnings, isInterrupted, durationMs, mask } = report;
  const failures = uniqueFailures(report);
  const document = {
    conforms: conforms(report),
    isInterrupted,
    url,
    contract: { file: contract.file, title: contract.title, version: contract.version },
    durationMs: Math.round(durationMs),
    failures: failures.map(({ result, others, ...failure }) => ({
      ...failure,
      case: result.testCase.description,
      curl: result.curl(),
      hint: hintFor(failure.check, result),
      alsoIn: others.map(({ testCase }) => testCase.description),
    })),
    warnings,
    skipped,
    cases: results.map(({ testCase, result, status, failures: failed }) => ({
      operation: testCase.operation.id,
      phase: testCase.phase,
      kind: testCase.kind,
      description: testCase.description,
      method: testCase.request.method,
      target: testCase.request.target,
      isWrite: testCase.isWrite,
      result: status,
      ...(result.kind === 'response'
        ? { status: result.status, durationMs: Math.round(result.durationMs) }
        : { error: result.message }),
      failedChecks: failed.map(({ check }) => check),
    })),
  };
  const maskStrings = (_: string, value: unknown) =>
    typeof value === 'string' ? mask(value) : value;
  return `${JSON.stringify(document, maskStrings, 2)}\n`;
}
