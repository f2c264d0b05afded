import type { Run, VerifyOptions } from '../model.ts';
import { type KnownFailure, splitKnown } from './baseline.ts';
import { explainNoEvidence } from './explainNoEvidence.ts';
import { findUntested, hasEvidence, type Untested } from './findUntested.ts';
import { type FailureGroup, groupFailures } from './groupFailures.ts';
import { joinFailures } from './joinFailures.ts';

/** The results of a run as they are printed. */
export interface Report {
  run: Run;
  options: VerifyOptions;
  failures: readonly FailureGroup[];
  /** Sentences that do not fail the run. */
  warnings: readonly string[];
  untested: readonly Untested[];
  /** Whether a response shows anything about the backend. */
  hasEvidence: boolean;
}

/**
 * Creates the report about a run.
 * @param known failures that a team knows, which are only warnings
 */
export function createReport(
  run: Run,
  options: VerifyOptions,
  known: readonly KnownFailure[] = [],
): Report {
  const isTested = hasEvidence(run);
  // The responses of a gateway, or of another server, say nothing about the backend.
  const joined = isTested ? joinFailures(run, options) : [];
  const { failures, notes } = splitKnown(joined, known);
  const advice = groupFailures(run.failures.filter(({ isWarning }) => isWarning)).map(
    ({ operations, message, first }) =>
      `${operations.join(', ')}: ${message} Recommended: ${first.expected}.`,
  );
  return {
    run,
    options,
    failures: groupFailures(failures.filter(({ isWarning }) => !isWarning)),
    warnings: [...(isTested ? [] : [explainNoEvidence(run)]), ...advice, ...notes],
    untested: isTested ? findUntested(run, options) : [],
    hasEvidence: isTested,
  };
}

/**
 * Returns the exit code of the command. 0: no failures; 1: failures; 2: nothing was tested; 3: no failures, but something
 * that was asked for was not tested.
 */
export function exitCodeOf({ failures, untested, hasEvidence: isTested }: Report): number {
  if (failures.length > 0) return 1;
  if (!isTested) return 2;
  return untested.some(({ isAskedFor }) => isAskedFor) ? 3 : 0;
}
