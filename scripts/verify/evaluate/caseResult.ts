import type { Finding } from '../checks/check.ts';
import type { CheckName } from '../checks/checks.ts';
import type { TestCase } from '../plan/testCase.ts';
import type { SendResult } from '../send/sendRequest.ts';

/** A finding in the report of a test case. */
export interface CheckFailure extends Finding {
  check: CheckName;
  /** The first place to look for the cause. */
  hint: string;
  location: string;
  received: string;
  pointer: string;
  /** In the contract's file, from 1. */
  line: number;
}

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

export function toInconclusive(result: CaseResult): CaseResult {
  return { ...result, status: 'inconclusive', failures: [] };
}
