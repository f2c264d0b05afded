import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { InputError } from '../InputError.ts';
import { keyOf, type Report, uniqueFailures } from './report.ts';

const text = z.string().min(1);

/** Failures that a team knows, as the report groups them. */
const knownFailures = z.array(
  z.object({
    operation: text,
    check: text,
    location: text,
    pointer: z.string(),
    message: text,
    reason: text,
  }),
);

type KnownFailure = z.infer<typeof knownFailures>[number];

/** @throws {InputError} unless the file has known failures, each with a reason */
export async function readBaseline(file: string): Promise<readonly KnownFailure[]> {
  try {
    return knownFailures.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new InputError(`--baseline: ${file}: ${reason}`);
  }
}

/** All failures of a report as a baseline, with which the same run has no failures. */
export function toBaseline(report: Report): string {
  const today = new Date().toISOString().slice(0, 10);
  const entries = uniqueFailures(report).map((failure): KnownFailure => {
    const { operation, check, location, pointer, message } = failure;
    return { operation, check, location, pointer, message, reason: `Known since ${today}.` };
  });
  return `${JSON.stringify(entries, undefined, 2)}\n`;
}

/** The report without known failures, and with a warning for each that did not occur. */
export function applyBaseline(report: Report, known: readonly KnownFailure[]): Report {
  const entries = new Map(known.map((entry) => [keyOf(entry), entry]));
  const seen = new Set<KnownFailure>();
  const results = report.results.map((result) => {
    const operation = result.testCase.operation.id;
    const failures = result.failures.filter((failure) => {
      const entry = entries.get(keyOf({ ...failure, operation }));
      if (entry) seen.add(entry);
      return !entry;
    });
    if (failures.length === result.failures.length) return result;

    const status = failures.length > 0 ? result.status : 'inconclusive';
    return { ...result, failures, status };
  });
  const warnings = known.map((entry) =>
    seen.has(entry)
      ? `${entry.operation}: known failure of ${entry.check} (${entry.reason}) ${entry.message}`
      : `${entry.operation}: the known failure of ${entry.check} did not occur. ${entry.message}`,
  );
  return { ...report, results, warnings: [...report.warnings, ...warnings] };
}
