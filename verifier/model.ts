import { type Contract, isAccepted, type Operation } from '#contract';
import type { CheckName } from './checks/checkNames.ts';
import type { SecretMask } from './send/SecretMask.ts';
import type { WireRequest } from './send/wireRequest.ts';

export interface VerifyOptions {
  contract: Contract;
  /** The URL of the backend. Its path, if it has one, replaces the base path of the contract. */
  url: URL;
  /** The ids of the operations to test; empty for all. */
  only: readonly string[];
  skipChecks: ReadonlySet<CheckName>;
  /** Values that exist on the server, by the name of a parameter or of a property of a body. */
  existingValues: ReadonlyMap<string, string>;
  /** Texts that the responses for the existing values must have, by the same names. */
  expectedTexts: ReadonlyMap<string, string>;
  allowWrites: boolean;
  enforceSingleUse: boolean;
  /** The user name and the password for sign-ins; undefined to send no correct sign-in. */
  credentials?: { user: string; password: string } | undefined;
  /** Whether sign-ins with wrong passwords of this user are sent. */
  triesWrongPasswords: boolean;
  /** Headers of every request. */
  headers: Readonly<Record<string, string>>;
  /** The URL of the host in front of the backend; undefined if it is not known. */
  publicUrl?: URL | undefined;
  timeoutMs: number;
  requestsPerSecond: number;
  /** A function that is called before each request, with the number of requests including this one. */
  onProgress?: (sentCount: number) => void;
}

/** The required result of a request; `any` if HTTP leaves it open, so that only a 5xx status or no response is a failure. */
export type Expected =
  | 'accept'
  | 'reject'
  | 'not found'
  | 'method'
  | 'media type'
  | 'unauthorized'
  | 'any';

/** The purpose of a request, for the checks that depend on it. */
type Role =
  /** The plainest valid request of an operation, on which its other cases depend. */
  | 'base'
  /** A sign-in with correct credentials, which is also the base request of its operation. */
  | 'sign-in'
  /** A sign-in of a client that is signed in, so that the server may keep its session. */
  | 'signed in'
  /** A request with a single-use value for the second time, in another body. */
  | 'used value'
  /** The same request as the first one with a single-use value, which may get the same response. */
  | 'used body'
  | 'wrong password'
  /** One of several reads; those of the same target must get the same response. */
  | 'same read';

/** A request and the response that it must get. It does not depend on other cases. */
export interface Case {
  operation: Operation;
  /** The part of the request that differs from the base request: `text is null`. */
  description: string;
  request: WireRequest;
  expected: Expected;
  /** Other statuses that are no failure, because HTTP, a router or a proxy may lead to them. */
  tolerated: readonly number[];
  /** Whether the server may not know an id or a user of the request, so that 401, 403 and 404 are no failure. */
  mayBeUnknown: boolean;
  /** The JSON pointer of the contract's rule that the request violates, or of its operation. */
  pointer: string;
  role?: Role | undefined;
  /** The cases that are combined in this one, each of which is sent alone if it fails. */
  members?: readonly Case[] | undefined;
}

/** A response, or the reason why there is none. */
export interface Received {
  /** The status code; 0 without a complete response. */
  status: number;
  /** The headers by their names in lower case, as a list of lines. */
  headers: Readonly<Record<string, string[]>>;
  /** The decompressed body; undefined if there can be none, as for HEAD. */
  body: Buffer | undefined;
  /** The time of the request, in milliseconds, by the clock of `performance.now()`. */
  startedAt: number;
  durationMs: number;
  /** A sentence that says why there is no complete response. */
  error?: string | undefined;
  /** Whether no connection was made. */
  isUnreachable?: boolean;
  /** Whether the timeout has passed. */
  isTimeout?: boolean;
  /** A sentence that says why the body cannot be decompressed. */
  encodingError?: string | undefined;
}

/** A session of a client: its cookies, and the exchanges that led to its state. */
export interface Session {
  cookies: ReadonlyMap<string, string>;
  /** The exchanges to repeat for the same state: the sign-in, and requests that may have ended the session since. */
  readonly steps: Exchange[];
}

/** A case that was sent, with its response and everything else that a check may need. */
export interface Exchange extends Case {
  /** The request with the headers of the options and of the session. */
  request: WireRequest;
  response: Received;
  /** All exchanges before this one, in order. */
  earlier: readonly Exchange[];
  /** The exchanges to repeat before this one for the same response. */
  steps: readonly Exchange[];
  /** The requests that were sent at the same time, including this one; empty if there was no other. */
  together: readonly WireRequest[];
}

/** A deviation of a response from the rule of a check. */
export interface Finding {
  check: CheckName;
  /** A sentence. Findings with the same message have one entry in the report. */
  message: string;
  /** The response that the server should have sent. */
  expected: string;
  /** The JSON pointer of the contract's rule; that of the case by default. */
  pointer?: string | undefined;
  hint?: string | undefined;
  /** Whether the finding is only worth a warning. */
  isWarning?: boolean | undefined;
}

/** A rule for responses, which may depend on the request and on earlier exchanges. */
export type Check = (exchange: Exchange, options: VerifyOptions) => readonly Finding[];

/** A finding with its exchange. */
export interface Failure extends Finding {
  exchange: Exchange;
  /** Whether the request failed again when it was repeated; undefined if it was sent once. */
  isRepeatable?: boolean | undefined;
  /** The exchanges that the printed commands repeat before it; the steps of its session by default. */
  before?: readonly Exchange[] | undefined;
  /** Whether these requests led to it again, in a new session; undefined if they were not sent. */
  isReplayed?: boolean | undefined;
  /** The time after which the same request did not fail any more, in milliseconds; undefined if it still failed. */
  endedAfterMs?: number | undefined;
}

/** The reason why a case is not sent. */
export interface SkipReason {
  reason: string;
  /** The option with which it would be sent. */
  option?: string | undefined;
}

/** A case that was not sent. */
export interface SkippedCase extends SkipReason {
  operation: Operation;
  description: string;
}

/** The reason of a case that was not sent because a rate limit rejects requests. */
export const limitReason = 'a limit rejects the requests';
/** The reason of a case that was not sent because a user can have one session only. */
export const sessionLimitReason = 'the server starts no session while another one lives';

/** The results of a run. */
export interface Run {
  exchanges: readonly Exchange[];
  /** The failures and warnings, in the order in which they occurred. */
  failures: readonly Failure[];
  skipped: readonly SkippedCase[];
  /** The number of requests, including those that were sent again. */
  sentCount: number;
  durationMs: number;
  /** The mask for everything that is printed. */
  secrets: SecretMask;
}

/** Whether a request is the base request of its operation. */
export function isBase({ role }: Exchange): boolean {
  return role === 'base' || role === 'sign-in';
}

/** Whether the operation has accepted the request. */
export function isSuccess({ operation, response }: Exchange): boolean {
  return isAccepted(operation, response.status);
}

export function isClientError({ status }: Received): boolean {
  return status >= 400 && status < 500;
}

/** Parses a body as JSON; undefined if it is not valid JSON. */
export function readJson({ body }: { body?: Buffer | undefined }): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}
