/**
 * A step of a scenario: the differences from the default response. A property that is left out keeps its default:
 * `{ delayMs: 3000 }` sends the default response three seconds late.
 */
export interface Step {
  /** The status: by default 200 for a body, or else the one of the example. */
  status?: number;
  /** Headers to add to the response; a list has a line for each value. */
  headers?: Readonly<Record<string, HeaderValue | readonly HeaderValue[]>>;
  /** The media type of the body: by default `text/plain` for a text, `application/json` for any other value. */
  mediaType?: string;
  /** The body, in place of the default response: a text as it is, any other value as JSON. */
  body?: unknown;
  /** Whether a 2xx response violates the contract on purpose. */
  violates?: true;
  /** Whether the backend responds, if the brief is one of the backend: the step `pass`. */
  pass?: boolean;
  /** The name of an example in the contract, in place of the default response. */
  example?: string;
  delayMs?: number;
  /**
   * A fault; omitted if the response is complete.
   * - `no response`: the connection stays open.
   * - `closed`: the connection is closed normally before the first byte.
   * - `reset`: the connection is reset before the first byte.
   * - `reset mid-body`: the connection is reset after half of the body.
   * - `truncated`: the connection is closed normally after half of the body, although `Content-Length` announces
   *   all of it.
   */
  fault?: WithheldFault | BodyFault;
}

type HeaderValue = string | number;

/** A fault in place of a response. */
export type WithheldFault = 'no response' | 'closed' | 'reset';

/** A fault in the body of a response. */
export type BodyFault = 'reset mid-body' | 'truncated';
