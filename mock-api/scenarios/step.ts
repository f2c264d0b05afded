/**
 * A step of a scenario: how it differs from the default response, as `data.schema.json` defines it. An omitted property
 * keeps its default, so `{ delayMs: 3000 }` sends the default response three seconds late.
 */
export interface Step {
  /** Of the body, 200 by default, or else of the contract's example. */
  status?: number;
  /** Added to the response; a list has a line for each value. */
  headers?: Readonly<Record<string, HeaderValue | readonly HeaderValue[]>>;
  /** `application/json` by default, or `text/plain` for a body that is a text. */
  mediaType?: string;
  /** Replaces the default response: a text as it is, or a value that is sent as JSON. */
  body?: unknown;
  /** Whether a 2xx response violates the contract on purpose. */
  violates?: true;
  /** Whether the request is forwarded to the backend of the brief, if there is one: the step `pass`. */
  pass?: boolean;
  /** The name of the contract's example that replaces the default response. */
  example?: string;
  delayMs?: number;
  /**
   * - `no response`: the connection stays open.
   * - `closed`: the connection is closed normally before the first byte.
   * - `reset`: the connection is reset before the first byte.
   * - `reset mid-body`: the connection is reset after half of the body.
   * - `truncated`: the connection is closed normally after half of the body, although
   *   `Content-Length` announces all of it.
   *
   * Omitted: the response is complete.
   */
  fault?: WithheldFault | BodyFault;
}

type HeaderValue = string | number;

/** Faults without a response. */
export type WithheldFault = 'no response' | 'closed' | 'reset';

/** Faults in the body of a response. */
export type BodyFault = 'reset mid-body' | 'truncated';
