import type { Finding } from '../checks/check.ts';
import type { CheckName } from '../checks/checks.ts';
import type { TestCase } from '../plan/testCase.ts';
import type { SendResult } from '../send/sendRequest.ts';
import type { LoggedRequest, Sequence } from './commandLog.ts';

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
  /** Whether other cases were not sent because this one failed. */
  isBlocking: boolean;
  /** Whether the same request got another status when it was repeated. */
  isUnsteady: boolean;
  /** What became known about a failure when its request was repeated, as sentences. */
  notes: readonly string[];
  /** The bash commands that repeat the case, in order. Secrets are variables, which the first of them set. */
  commands(): string[];
}

/** A result, with what becomes known after it: the requests it needs, and notes. */
export interface OpenResult extends CaseResult {
  logged: LoggedRequest;
  sequence: Sequence;
  notes: string[];
  failures: readonly CheckFailure[];
  isBlocking: boolean;
  isUnsteady: boolean;
}

export function toInconclusive(result: CaseResult): CaseResult {
  return { ...result, status: 'inconclusive', failures: [], isBlocking: false };
}
