import type { Run, VerifyOptions } from '../model.ts';
import { type KnownFailure, splitKnown } from './baseline.ts';
import { describeNothing } from './describeNothing.ts';
import { findUntested, hasEvidence, type Untested } from './findUntested.ts';
import { type FailureGroup, groupFailures, groupWarnings } from './groupFailures.ts';
import { joinSessionFailures } from './joinSessionFailures.ts';

/** What a run has shown. */
export interface Report {
  run: Run;
  options: VerifyOptions;
  failures: readonly FailureGroup[];
  /** Sentences. */
  warnings: readonly string[];
  untested: readonly Untested[];
  /** Whether any response shows something of the server. */
  hasEvidence: boolean;
}

/** @param known failures that a team knows, which are only warnings */
export function createReport(
  run: Run,
  options: VerifyOptions,
  known: readonly KnownFailure[] = [],
): Report {
  const isTested = hasEvidence(run);
  // What a gateway sends, or a server without the operations, says nothing about the backend.
  const joined = isTested ? joinSessionFailures(run, options) : [];
  const { failures, notes } = splitKnown(joined, known);
  const ofChecks = groupWarnings(run).map(
    ({ operations, message, first }) =>
      `${operations.join(', ')}: ${message} Recommended: ${first.expected}.`,
  );
  return {
    run,
    options,
    failures: groupFailures({ failures }),
    warnings: [...describeNothing(run, options, isTested), ...ofChecks, ...notes],
    untested: isTested ? findUntested(run, options) : [],
    hasEvidence: isTested,
  };
}

/**
 * 0: no failures; 1: failures; 2: nothing was tested; 3: no failures, but something that was asked for was not tested.
 */
export function exitCodeOf({ failures, untested, hasEvidence: isTested }: Report): number {
  if (failures.length > 0) return 1;
  if (!isTested) return 2;
  return untested.some(({ isAskedFor }) => isAskedFor) ? 3 : 0;
}
