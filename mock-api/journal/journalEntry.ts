import type { Violation } from '#contract';

/**
 * The outcomes of a request. `truncated`: the connection was closed normally before the announced length was sent.
 * `malformed`: the response was not HTTP. `client aborted`: the client closed the connection first.
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
  /** The number of the entry, from 1. */
  id: number;
  /** The time of arrival as an ISO date. */
  at: string;
  method: string;
  /** The request target with its query, cut at 500 characters. */
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
  /** The text of the response body, with secrets masked, or a note of its length if it is too long. */
  responseBody?: string | undefined;
  /** The encoding of a response body that is not UTF-8. */
  responseEncoding?: 'base64' | undefined;
  /** The parsed request body, with secrets masked. */
  body?: unknown | undefined;
  /** The origin of the backend that sent the response, if the mock forwarded the request. */
  forwardedTo?: string | undefined;
  /** The reason for the response, or why the observer has none or could not validate it. */
  reason?: string | undefined;
  /** Whether the mock rejected the request or did not know its id, and no scenario provides for that. */
  unexpected?: boolean | undefined;
  /** The status; undefined until the response has begun. */
  status?: number | undefined;
  mediaType?: string | undefined;
  /** The time from the arrival to the end of the response or the connection; undefined until then. */
  durationMs?: number | undefined;
  outcome: RequestOutcome;
  /** The violations of the request and of the response. */
  violations: Violation[];
}

/** The length of a recorded request target, in characters; a longer one is cut. */
export const maxPathLength = 500;

/** The end of the note in place of a long body: `20000 characters, too long to record`. */
export const tooLong = ' characters, too long to record';

/** Whether a recorded body is the note that it was too long to record. */
export function isTooLong(recorded: string): boolean {
  return recorded.endsWith(tooLong);
}
