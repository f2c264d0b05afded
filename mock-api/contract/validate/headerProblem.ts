import type { Headers } from '../http/httpMessage.ts';

export interface ResponseHead {
  status: number;
  headers: Headers;
  /** Names and values in turns, as in `node:http`; without them, repeated headers are not found. */
  rawHeaders?: readonly string[];
}

export interface HeaderProblem {
  /** In lower case. */
  header: string;
  /** The sentence without its subject. */
  reason: string;
  expected: string;
}
