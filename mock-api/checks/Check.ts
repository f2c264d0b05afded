import type { Journal } from '../journal/Journal.ts';
import type { RequestPattern } from '../journal/requestPattern.ts';

/** The part of the journal that a check looks at: the requests with a tester's name, after a position. */
export interface Section {
  journal: Journal;
  name: string;
  /** The position of the journal after which the requests come: `1a2b3c4d:17`. */
  since: string;
  /** The id in the position: 17. */
  afterId: number;
}

/** A check of the number of requests in a section that match a pattern. */
export interface Check extends Section {
  pattern: RequestPattern;
  /** Patterns of requests that are not counted, even if they match. */
  exceptions: readonly RequestPattern[];
  min: number;
  max: number;
  /** The time limit for expected requests to come, and for pending ones to end. */
  timeoutMs: number;
  /** The time to wait for further requests, which could exceed `max`. */
  settleMs: number;
  /** Whether the check may pass although no request at all has come with the name. */
  allowsNoRequests: boolean;
  signal: AbortSignal;
}
