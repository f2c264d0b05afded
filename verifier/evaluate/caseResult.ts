import type { Finding } from '../checks/check.ts';
import type { CheckName } from '../checks/checks.ts';
import type { TestCase } from '../plan/testCase.ts';
import type { SendResult } from '../send/sendRequest.ts';
import type { LoggedRequest, Sequence } from './CommandLog.ts';

/** A finding in the report of a test case. */
export interface CheckFailure extends Finding {
  check: CheckName;
  /** The first place to look for the cause. */
  hint: string;
  location: string;
  received: string;
  pointer: string;
  /** The line in the contract's file, from 1. */
  line: number;
}

/** The result of a test case that was sent, and what becomes known about it later. */
export interface CaseResult {
  testCase: TestCase;
  result: SendResult;
  /** Inconclusive: the server may not have the ids or credentials in the request. */
  status: 'passed' | 'failed' | 'inconclusive';
  failures: readonly CheckFailure[];
  /** What is allowed, but not recommended, in sentences. */
  warnings: readonly string[];
  /** Whether other cases were not sent because this one failed. */
  isBlocking: boolean;
  /** Whether the same request got another status when it was repeated. */
  isUnsteady: boolean;
  /** What became known about a failure when its request was repeated, as sentences. */
  notes: string[];
  logged: LoggedRequest;
  /** The other requests that a failure needs. */
  sequence: Sequence;
  /** The bash commands that repeat the case, in order. Secrets are variables, which the first of them set. */
  commands(): string[];
}

export function toInconclusive(result: CaseResult): CaseResult {
  return { ...result, status: 'inconclusive', failures: [], isBlocking: false };
}
