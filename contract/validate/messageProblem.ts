import type { Headers, ResponseMessage } from '../http/httpMessage.ts';

/** The body is decompressed. */
export interface ReceivedMessage extends ResponseMessage {
  /** Names and values in turns, as in `node:http`; without them, repeated headers are not found. */
  rawHeaders?: readonly string[];
}

/** What a request contained, whatever its part. */
export interface SentMessage {
  /** Names in lower case. */
  headers: Headers;
  /** Its URL and body, which a response may repeat. */
  text: string;
}

export interface MessageProblem {
  /** `header etag`, with the name in lower case, `body` or `body/status`. */
  location: string;
  /** The sentence without its subject. */
  reason: string;
  expected: string;
  /** Whether the response tells what only the developers of the server should see. */
  isDisclosure?: boolean;
}
