import type { Headers, ResponseMessage } from '../http/httpMessage.ts';

/** A response whose body is decompressed. */
export interface ReceivedMessage extends ResponseMessage {
  /** Alternating names and values, as in `node:http`; without them, repeated headers are not found. */
  rawHeaders?: readonly string[];
}

/** The contents of a request. */
export interface SentMessage {
  /** Headers by their names in lower case. */
  headers: Headers;
  /** The URL and the body, whose texts a response may repeat. */
  text: string;
}

/** A mistake in a response that does not depend on the contract. */
export interface MessageProblem {
  /** `header etag`, with the name in lower case, `body` or `body/status`. */
  location: string;
  /** A sentence without its subject: `is sent with status 204`. */
  reason: string;
  expected: string;
  /** Whether the response contains internal details of the server. */
  isDisclosure?: boolean;
}
