import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { InputError } from '../InputError.ts';
import type { Run } from '../model.ts';
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

/** The failures that are not known, and a sentence for each known one, also if it did not occur. */
export function splitKnown(
  groups: readonly FailureGroup[],
  known: readonly KnownFailure[],
): { failures: FailureGroup[]; notes: string[] } {
  const seen = new Set<KnownFailure>();
  const failures = groups.flatMap((group) => {
    const isKnown = (operation: string) => {
      const entry = known.find((it) => isSame(it, group, operation));
      if (entry) seen.add(entry);
      return entry !== undefined;
    };
    const ofGroup = [group.first, ...group.others];
    const [first, ...others] = ofGroup.filter(({ exchange }) => !isKnown(exchange.operation.id));
    if (!first) return [];

    const ids = [first, ...others].map(({ exchange }) => exchange.operation.id);
    return [{ ...group, operations: [...new Set(ids)], first, others }];
  });
  const notes = known.map((entry) =>
    seen.has(entry)
      ? `${entry.operation}: known failure of ${entry.check} (${entry.reason}) ${entry.message}`
      : `${entry.operation}: the known failure of ${entry.check} did not occur. ${entry.message}`,
  );
  return { failures, notes };
}

function isSame(known: KnownFailure, group: FailureGroup, operation: string): boolean {
  return (
    known.operation === operation && known.check === group.check && known.message === group.message
  );
}
