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

/** What HTTP itself forbids in a response. */
export type MessageProblem = Pick<CheckFailure, 'check' | 'message' | 'expected'>;

/** The result of a test case that was sent. */
export interface CaseResult {
  testCase: TestCase;
  result: SendResult;
  /** Inconclusive: the server may not have the ids or credentials in the request. */
  status: 'passed' | 'failed' | 'inconclusive';
  failures: readonly CheckFailure[];
  /** A bash command that repeats the request, with masked credentials. */
  curl(): string;
}
