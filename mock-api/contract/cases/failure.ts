import type { CheckName } from './checks.ts';

/** One way in which a server did not honour the contract. */
export interface Failure {
  check: CheckName;
  /** The core's rule where one was broken by the answer. */
  rule?: string;
  /** The place in the answer. */
  at: string;
  /** What is wrong, as a sentence. */
  message: string;
  expected: string;
  received: string;
  pointer: string;
  /** Of the contract's file, from 1. */
  line: number;
}

/** What came back for a request. */
export type Outcome =
  | {
      kind: 'answer';
      status: number;
      headers: Readonly<Record<string, readonly string[]>>;
      /** Undefined after HEAD. */
      body: Buffer | undefined;
      /** Milliseconds. */
      duration: number;
    }
  | {
      kind: 'no answer';
      /** `unreachable` only where no connection came about. */
      reason: 'unreachable' | 'timeout' | 'broke off' | 'not HTTP';
      /** As a sentence. */
      message: string;
    };

export type Answer = Extract<Outcome, { kind: 'answer' }>;
