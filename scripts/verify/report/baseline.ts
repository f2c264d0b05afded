import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { OptionError } from '../../command/OptionError.ts';
import type { Report } from './report.ts';

const text = z.string().min(1);

/** Failures that a team knows. The names are those of the JSON report; `case` describes the test case. */
const knownFailures = z.array(
  z.object({ operation: text, check: text, case: text, message: text, reason: text }),
);

type KnownFailure = z.infer<typeof knownFailures>[number];

/** @throws {OptionError} unless the file has known failures, each with a reason */
export async function readBaseline(file: string): Promise<readonly KnownFailure[]> {
  try {
    return knownFailures.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    const problem = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new OptionError(`--baseline: ${file}: ${problem}`);
  }
}

/** The report without known failures, and with a warning for each that did not occur. */
export function applyBaseline(report: Report, known: readonly KnownFailure[]): Report {
  const seen = new Set<KnownFailure>();
  const results = report.results.map((result) => {
    const { operation, description } = result.testCase;
    const failures = result.failures.filter(({ check, message }) => {
      const entry = known.find(
        (it) =>
          it.operation === operation.id &&
          it.check === check &&
          it.case === description &&
          it.message === message,
      );
      if (entry) seen.add(entry);
      return !entry;
    });
    const isKnown = result.failures.length > 0 && failures.length === 0;
    return { ...result, failures, ...(isKnown && { status: 'inconclusive' as const }) };
  });
  const warnings = known.map((entry) =>
    seen.has(entry)
      ? `${entry.operation}: known failure of ${entry.check} (${entry.reason}). ${entry.case}`
      : `${entry.operation}: the known failure of ${entry.check} did not occur. ${entry.case}`,
  );
  return { ...report, results, warnings: [...report.warnings, ...warnings] };
}
