import type { Journal } from '../journal/Journal.ts';
import type { RequestPattern } from '../journal/requestPattern.ts';

/** The requests of a name since a position of the journal. */
export interface Section {
  journal: Journal;
  name: string;
  /** The position after which they come: `1a2b3c4d:17`. */
  since: string;
  /** The id in it. */
  afterId: number;
}

/** How many requests of a section are expected. */
export interface Check extends Section {
  pattern: RequestPattern;
  /** Of the requests that match, those that do not count. */
  exceptions: readonly RequestPattern[];
  min: number;
  max: number;
  /** The time to wait for requests that are expected, and for the end of those that are pending. */
  timeoutMs: number;
  /** The time to wait for requests too many. */
  settleMs: number;
  /** Whether no request at all may have come under the name. */
  allowsNoRequests: boolean;
  signal: AbortSignal;
}
