import { createProblem, problemMediaType } from './problem.ts';

/**
 * How a scenario differs from the default response. An omitted property keeps its default, so `{
 * delayMs: 3000 }` sends the default response three seconds late.
 */
export interface Behaviour {
  /** Replaces the default response. It is sent unchanged and may violate the contract. */
  response?: {
    status: number;
    /** Omitted: no `Content-Type`. */
    mediaType?: string;
    /** Text, or a value that is sent as JSON. Both may contain the variables of `fillTemplate`. */
    body: string | { json: unknown };
  };
  /** Replaces the default response by the contract's example with this status and name. */
  example?: { status?: number; name?: string };
  /** Added to the response. Their values may contain the variables of `fillTemplate`. */
  headers?: Readonly<Record<string, string>>;
  /** A range or a log-normal distribution yields a different delay for each request. */
  delayMs?: number | readonly [from: number, to: number] | { median: number; sigma: number };
  /** How fast the body is sent; omitted: at once. */
  bytesPerSecond?: number;
  /**
   * - `no response`: the connection stays open.
   * - `closed`: the connection is closed normally before the first byte.
   * - `reset`: the connection is reset before the first byte.
   * - `reset mid-body`: the connection is reset after half of the body.
   * - `truncated`: the connection is closed normally after half of the body, although
   *   `Content-Length` announces all of it.
   * - `malformed`: bytes are sent that are no HTTP response.
   *
   * Omitted: the response is complete.
   */
  fault?: WithheldFault | BodyFault;
}

/** Faults without a response. */
export type WithheldFault = 'no response' | 'closed' | 'reset' | 'malformed';

/** Faults in the body of a response. */
export type BodyFault = 'reset mid-body' | 'truncated';

export function json(status: number, value: unknown): Behaviour {
  return { response: { status, mediaType: 'application/json', body: JSON.stringify(value) } };
}

export function problem(status: number, detail: string): Behaviour {
  const body = JSON.stringify(createProblem(status, detail));
  return { response: { status, mediaType: problemMediaType, body } };
}

export function text(status: number, body: string): Behaviour {
  return { response: { status, mediaType: 'text/plain; charset=utf-8', body } };
}

export function html(status: number, body: string): Behaviour {
  return { response: { status, mediaType: 'text/html; charset=utf-8', body } };
}
