import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { InputError } from '../InputError.ts';
import type { Failure, Run } from '../model.ts';
import type { FailureGroup } from './groupFailures.ts';

const text = z.string().min(1);

/** The schema of a baseline: the failures that a team knows, one for each operation. */
const knownFailures = z.array(
  z.object({ operation: text, check: text, message: text, reason: text }),
);

export type KnownFailure = z.infer<typeof knownFailures>[number];

/**
 * Reads a baseline.
 * @throws {InputError} unless the file has known failures, each with a reason
 */
export async function readBaseline(file: string): Promise<readonly KnownFailure[]> {
  try {
    return knownFailures.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new InputError(`--baseline: ${file}: ${reason}`);
  }
}

/** Creates a baseline from the failures of a report. With it, the same run has none. */
export function toBaseline({ secrets }: Run, failures: readonly FailureGroup[]) {
  const today = new Date().toISOString().slice(0, 10);
  const entries = failures.flatMap(({ operations, check, message }) =>
    operations.map((operation): KnownFailure => {
      const known = { operation, check, message: secrets.mask(message) };
      return { ...known, reason: `Known since ${today}.` };
    }),
  );
  return `${JSON.stringify(entries, undefined, 2)}\n`;
}

/** Removes the known failures, and describes each known one in a sentence, also if it did not occur. */
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
  return { failures: failures.filter((_, i) => !seen[i]), notes };
}
