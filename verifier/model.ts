import { type Contract, isAccepted, type Operation } from '#contract';
import type { CheckName } from './checks/checkNames.ts';
import type { SecretMask } from './send/SecretMask.ts';
import type { WireRequest } from './send/wireRequest.ts';

export interface VerifyOptions {
  contract: Contract;
  /** The path of the URL, if it has one, replaces the base path of the contract. */
  url: URL;
  /** The ids of the operations to test; empty for all. */
  only: readonly string[];
  skipChecks: ReadonlySet<CheckName>;
  /** Values that exist on the server, by the name of a parameter or of a property of a body. */
  existingValues: ReadonlyMap<string, string>;
  /** A text that the response has for an existing value, by the same name. */
  expectedTexts: ReadonlyMap<string, string>;
  allowWrites: boolean;
  enforceSingleUse: boolean;
  /** A user who exists; undefined if no sign-in with a correct password is sent. */
  credentials?: { user: string; password: string } | undefined;
  triesWrongPasswords: boolean;
  /** Sent with every request. */
  headers: Readonly<Record<string, string>>;
  /** The host in front of the backend; undefined if it is not known. */
  publicUrl?: URL | undefined;
  timeoutMs: number;
  /** Infinity: any time is right. */
  maxResponseTimeMs: number;
  requestsPerSecond: number;
  /** Called for each request with the number of requests so far. */
  onProgress?: (sentCount: number) => void;
}

/** What a server must do with a request. `any`: HTTP leaves a choice, so that only a crash is a failure. */
export type Expected =
  | 'accept'
  | 'reject'
  | 'not found'
  | 'method'
  | 'media type'
  | 'unauthorized'
  | 'any';

/** What a check about sessions must know of a request. */
type Role =
  /** The plainest valid request of an operation, on which its other cases depend. */
  | 'base'
  | 'sign-in'
  /** A sign-in of a client that is signed in, so that the server may keep its session. */
  | 'signed in'
  /** A link of another response leads to the request. */
  | 'link'
  /** A value that can be used once, for the second time. */
  | 'used value'
  /** The same in the same body, so that the first response may be sent again. */
  | 'used body'
  | 'wrong password'
  /** A read that is sent several times: those of one target must get the same response. */
  | 'same read';

/** One request and what must happen. A case knows no other one; a group has its members. */
export interface Case {
  operation: Operation;
  /** What is special about the request: `text is null`. */
  description: string;
  request: WireRequest;
  expected: Expected;
  /** Other statuses that HTTP leaves to a server, or to what stands before it. */
  tolerated: readonly number[];
  /** Whether the server may not have an id or a user of the request: 401, 403 and 404 then tell nothing. */
  mayBeUnknown: boolean;
  /** The rule of the contract that the request breaks, or its operation, as a JSON pointer. */
  pointer: string;
  role?: Role | undefined;
  /** Whether a wrong status is only worth a warning. */
  isAdvice?: boolean | undefined;
  /** Each is sent alone if the group fails. */
  members?: readonly Case[] | undefined;
}

export interface Received {
  /** 0 without a complete response. */
  status: number;
  /** By names in lower case, each line of a header alone. */
  headers: Readonly<Record<string, string[]>>;
  /** Decompressed; undefined for HEAD. */
  body: Buffer | undefined;
  durationMs: number;
  /** Why there is no complete response, as a sentence. */
  error?: string | undefined;
  /** Whether no connection was made. */
  isUnreachable?: boolean;
  /** Whether the time was over. */
  isTimeout?: boolean;
  /** Whether a part of a response arrived. */
  hasBegun?: boolean;
  /** Why the body cannot be decompressed, as a sentence. */
  encodingError?: string | undefined;
}

/** The cookies of a client, and what it has sent. */
export interface Session {
  cookies: ReadonlyMap<string, string>;
  /** What must be sent again to get the same responses: a sign-in, and what may have ended its session since. */
  readonly steps: Exchange[];
}

/** A case that was sent: all that a check may look at. */
export interface Exchange extends Omit<Case, 'members'> {
  /** With all headers. */
  request: WireRequest;
  response: Received;
  /** What was sent before, in order. */
  earlier: readonly Exchange[];
  /** The requests that must be sent before to get the same response. */
  steps: readonly Exchange[];
  /** Requests that were sent at the same time, this one among them; empty if it was alone. */
  together: readonly WireRequest[];
}

export interface Finding {
  check: CheckName;
  /** A sentence. Findings with the same one have one entry in the report. */
  message: string;
  /** What the server should have sent. */
  expected: string;
  /** The rule of the contract; that of the case by default. */
  pointer?: string | undefined;
  hint?: string | undefined;
  /** Whether it is only worth a warning. */
  isAdvice?: boolean | undefined;
}

/** A rule for responses. It may compare one with its request and with earlier exchanges. */
export type Check = (exchange: Exchange, options: VerifyOptions) => readonly Finding[];

export interface Failure extends Finding {
  exchange: Exchange;
  /** Whether a read failed again when it was repeated; undefined if it was not. */
  isRepeatable?: boolean | undefined;
}

/** A case that was not sent. */
export interface SkippedCase {
  operation: Operation;
  description: string;
  reason: string;
  /** The option with which it would be sent. */
  option?: string | undefined;
}

/** Why a case was not sent to a server that rejects requests because of other ones. */
export const limitReason = 'a limit rejects the requests';
/** Why sessions of a user were not compared. */
export const sessionLimitReason = 'the server starts no session while another one lives';

/** What happened in a run. */
export interface Run {
  exchanges: readonly Exchange[];
  /** In the order in which they occurred; with those that are only worth a warning. */
  failures: readonly Failure[];
  skipped: readonly SkippedCase[];
  /** With the requests that were sent again. */
  sentCount: number;
  durationMs: number;
  /** For everything that is printed. */
  secrets: SecretMask;
}

/** Whether a request is the base request of its operation. */
export function isBase({ role }: Pick<Case, 'role'>): boolean {
  return role === 'base' || role === 'sign-in';
}

/** Whether the operation has accepted the request. */
export function isSuccess({
  operation,
  response,
}: Pick<Exchange, 'operation' | 'response'>): boolean {
  return isAccepted(operation, response.status);
}

export function isClientError({ status }: Pick<Received, 'status'>): boolean {
  return status >= 400 && status < 500;
}

/** The JSON value of a body; undefined if there is none. */
export function readJson({ body }: { body?: Buffer | undefined }): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}
