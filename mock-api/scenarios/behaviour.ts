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
    body: string;
  };
  /** A range yields a different delay for each request. */
  delayMs?: number | readonly [from: number, to: number];
  /**
   * - `no response`: the connection stays open.
   * - `reset`: the connection is reset before the first byte.
   * - `reset mid-body`: the connection is reset after half of the body.
   * - `truncated`: the connection is closed normally after half of the body, although
   *   `Content-Length` announces all of it.
   *
   * Omitted: the response is complete.
   */
  fault?: 'no response' | 'reset' | 'reset mid-body' | 'truncated';
  /** Applies the behaviour only to the first `times` requests with the same key. */
  times?: number;
}

export function json(status: number, value: unknown): Behaviour {
  return { response: { status, mediaType: 'application/json', body: JSON.stringify(value) } };
}

export function text(status: number, body: string): Behaviour {
  return { response: { status, mediaType: 'text/plain; charset=utf-8', body } };
}

export function html(status: number, body: string): Behaviour {
  return { response: { status, mediaType: 'text/html; charset=utf-8', body } };
}
