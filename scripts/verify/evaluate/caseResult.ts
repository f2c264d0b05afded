import type { CheckName } from '../plan/checks.ts';
import type { TestCase } from '../plan/testCase.ts';
import type { SendResult } from '../send/sendRequest.ts';

/** One check that failed for one response. */
export interface CheckFailure {
  check: CheckName;
  /** The rule that the response violates, unless the check is about its status. */
  rule?: string;
  /** The invalid part of the response: `body/fullName`, `header password-expired`. */
  location: string;
  /** The violation, as a sentence. */
  message: string;
  expected: string;
  received: string;
  /** JSON pointer into the contract, and the line (from 1) in its file. */
  pointer: string;
  line: number;
}

/** A failure before its place in the contract is known; that of the test case if it has no `pointer`. */
export type FailureDetails = Pick<CheckFailure, 'check' | 'message' | 'expected'> &
  Partial<CheckFailure> & {
    /** Whether it is only worth a warning. */
    isAdvice?: boolean;
  };

/** The result of a test case that was sent. */
export interface CaseResult {
  testCase: TestCase;
  result: SendResult;
  /** Inconclusive: the server may not have the ids or credentials in the request. */
  status: 'passed' | 'failed' | 'inconclusive';
  failures: readonly CheckFailure[];
  /** What is allowed, but not recommended, in sentences. */
  warnings: readonly string[];
  /** A bash command that repeats the request, with masked credentials. */
  curl(): string;
}
