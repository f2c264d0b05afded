import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { InputError } from '../InputError.ts';
import type { Failure, Run } from '../model.ts';
import type { FailureGroup } from './groupFailures.ts';

const text = z.string().min(1);

/** Failures that a team knows, as the report groups them, one for each operation. */
const knownFailures = z.array(
  z.object({ operation: text, check: text, message: text, reason: text }),
);

export type KnownFailure = z.infer<typeof knownFailures>[number];

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
export function toBaseline({ secrets }: Pick<Run, 'secrets'>, failures: readonly FailureGroup[]) {
  const today = new Date().toISOString().slice(0, 10);
  const entries = failures.flatMap(({ operations, check, message }) =>
    operations.map((operation): KnownFailure => {
      const known = { operation, check, message: secrets.mask(message) };
      return { ...known, reason: `Known since ${today}.` };
    }),
  );
  return `${JSON.stringify(entries, undefined, 2)}\n`;
}

/** Splits off the failures that are known, with a sentence for each known one, also if it did not occur. */
export function splitKnown(
  failures: readonly Failure[],
  known: readonly KnownFailure[],
): { failures: Failure[]; notes: string[] } {
  const find = ({ check, message, exchange }: Failure) =>
    known.find(
      (it) =>
        it.operation === exchange.operation.id && it.check === check && it.message === message,
    );
  const seen = failures.map(find);
  const notes = known.map((entry) => {
    const { operation, check, reason, message } = entry;
    return seen.includes(entry)
      ? `${operation}: known failure of ${check} (${reason}) ${message}`
      : `${operation}: the known failure of ${check} did not occur. ${message}`;
  });
  return { failures: failures.filter((failure) => !find(failure)), notes };
}
