/** Every way in which a message can break a contract. */
export type Rule =
  | 'request.path'
  | 'request.method'
  | 'request.credentials'
  | 'request.parameter'
  | 'request.media-type'
  | 'request.syntax'
  | 'request.body'
  | 'response.status'
  | 'response.header'
  | 'response.media-type'
  | 'response.syntax'
  | 'response.body';

/** One way in which one message breaks the contract. Holds no value of the message. */
export interface Fault {
  rule: Rule;
  /** A sentence that names the place and the reason. */
  message: string;
  /** The place in the message: `body/text`, `header password-expired`, `path briefId`. */
  at: string;
  /** The schema keyword that was not met, where a schema was. */
  keyword?: string;
  /** The place in the contract that says so, as a JSON pointer and as a line (from 1) of its file. */
  pointer: string;
  line: number;
}
