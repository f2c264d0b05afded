import type { Violation } from '#contract';

/**
 * How a request ended. `truncated`: the connection was closed normally before the announced length
 * was sent. `malformed`: the response was not HTTP. `client aborted`: the client closed it first.
 */
export const requestOutcomes = [
  'pending',
  'completed',
  'no response',
  'closed',
  'reset',
  'reset mid-body',
  'truncated',
  'malformed',
  'client aborted',
] as const;

export type RequestOutcome = (typeof requestOutcomes)[number];

/** One recorded request and its response. */
export interface JournalEntry {
  /** Counts from 1. */
  id: number;
  /** When the request arrived, as an ISO date. */
  at: string;
  method: string;
  /** The request target as received, with the query, truncated to 500 characters. */
  path: string;
  operation?: string | undefined;
  /** The id of the scenario that the request selected. */
  scenario?: string | undefined;
  /** The brief id or user name, with the tester's name. */
  key?: string | undefined;
  /** The part of the key that separates testers: `anna` in `slow-brief.anna`. */
  name?: string | undefined;
  /** The headers of the request, with secrets masked. */
  requestHeaders?: Record<string, string> | undefined;
  /** The headers of the response, with secrets masked. */
  responseHeaders?: Record<string, string> | undefined;
  /** The text of the response, with secrets masked, unless it is too long. */
  responseBody?: string | undefined;
  /** How a body that is no UTF-8 text is recorded. */
  responseEncoding?: 'base64' | undefined;
  /** The parsed request body, with secrets masked. */
  body?: unknown | undefined;
  /** The origin of the backend that sent the response, if the mock forwarded the request. */
  forwardedTo?: string | undefined;
  /** Why the mock selected the response, or why the observer has none or could not validate it. */
  reason?: string | undefined;
  /** Whether the mock rejected the request, or knows no such id, although no scenario asked for that. */
  unexpected?: boolean | undefined;
  /** Undefined until the response has started. */
  status?: number | undefined;
  mediaType?: string | undefined;
  /** The time from arrival to the end of the response or of the connection. Undefined until then. */
  durationMs?: number | undefined;
  outcome: RequestOutcome;
  /** The violations of the request and of the response. */
  violations: Violation[];
}

/** The length in characters at which the target of a request is cut. */
export const maxPathLength = 500;

/** Ends the text that replaces a body which is too long to record. */
export const tooLong = ' characters, too long to record';

/** Whether this is what the journal contains instead of a long text. */
export function isTooLong(recorded: string): boolean {
  return recorded.endsWith(tooLong);
}
