import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { OptionError } from '../../scripts/command/OptionError.ts';
import type { CaseResult, CheckFailure } from '../evaluate/caseResult.ts';
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
    cases: z.array(text),
    reason: text,
  }),
);

type KnownFailure = z.infer<typeof knownFailures>[number];

/** @throws {OptionError} unless the file has known failures, each with a reason */
export async function readBaseline(file: string): Promise<readonly KnownFailure[]> {
  try {
    return knownFailures.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new OptionError(`--baseline: ${file}: ${reason}`);
  }
}

/** All failures of a report as a baseline, with which the same run has no failures. */
export function toBaseline(report: Report): string {
  const today = new Date().toISOString().slice(0, 10);
  const entries = uniqueFailures(report).map((failure): KnownFailure => {
    const { operation, check, location, pointer, message } = failure;
    const cases = [...new Set([failure.result, ...failure.others].map(nameOf))];
    const reason = `Known since ${today}.`;
    return { operation, check, location, pointer, message, cases, reason };
  });
  return `${JSON.stringify(entries, undefined, 2)}\n`;
}

/** The report without known failures, and with a warning for each that did not occur. */
export function applyBaseline(report: Report, known: readonly KnownFailure[]): Report {
  const seen = new Set<KnownFailure>();
  const results = report.results.map((result) => {
    const failures = result.failures.filter((failure) => {
      const entry = known.find((it) => isKnown(it, result, failure));
      if (entry) seen.add(entry);
      return !entry;
    });
    const isExcused = result.failures.length > 0 && failures.length === 0;
    return { ...result, failures, ...(isExcused && { status: 'inconclusive' as const }) };
  });
  const warnings = known.map((entry) =>
    seen.has(entry)
      ? `${entry.operation}: known failure of ${entry.check} (${entry.reason}) ${entry.message}`
      : `${entry.operation}: the known failure of ${entry.check} did not occur. ${entry.message}`,
  );
  return { ...report, results, warnings: [...report.warnings, ...warnings] };
}

function isKnown(entry: KnownFailure, result: CaseResult, failure: CheckFailure): boolean {
  const operation = result.testCase.operation.id;
  return keyOf(entry) === keyOf({ ...failure, operation }) && entry.cases.includes(nameOf(result));
}

/** The same for all repetitions of a request, any of which may fail. */
function nameOf({ testCase: { description, repetition } }: CaseResult): string {
  return repetition?.group ?? description;
}
