import type { CheckName } from '../../mock-api/contract/cases/checks.ts';
import type { Failure, Outcome } from '../../mock-api/contract/cases/failure.ts';
import type { LeftOut, TestCase } from '../../mock-api/contract/cases/testCase.ts';
import type { Contract } from '../../mock-api/contract/contract.ts';

/** A case that was sent, and what came of it. */
export interface Result {
  test: TestCase;
  outcome: Outcome;
  failures: readonly Failure[];
  /** Whether the answer showed that something works. */
  proved: boolean;
  /** With credentials masked. */
  curl: string;
}

export interface Report {
  contract: Contract;
  url: string;
  results: readonly Result[];
  leftOut: readonly LeftOut[];
  warnings: readonly string[];
  /** Milliseconds. */
  duration: number;
}

/** One fault of the server, perhaps seen in many answers. */
export interface Finding {
  check: CheckName;
  operation: string;
  failure: Failure;
  /** The first that showed it. */
  result: Result;
  /** The cases that showed it too. */
  others: readonly Result[];
}

/** What was found, each fault once. */
export function findings({ results }: Pick<Report, 'results'>): Finding[] {
  const found = new Map<string, Finding & { others: Result[] }>();
  for (const result of results) {
    for (const failure of result.failures) {
      const operation = result.test.operation.id;
      const { check, at, pointer, message } = failure;
      // A sentence for each value would hide that it is one fault.
      const key = JSON.stringify([operation, check, at, pointer, message]);
      const known = found.get(key);
      if (known) known.others.push(result);
      else found.set(key, { check, operation, failure, result, others: [] });
    }
  }
  return [...found.values()];
}
