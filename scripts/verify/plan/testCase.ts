import {
  type Contract,
  isObject,
  type Operation,
  valueAt,
} from '../../../mock-api/contract/index.ts';
import type { PhaseName } from './phaseNames.ts';
import type { RequestValues, WireRequest } from './wireRequest.ts';

export type CaseKind =
  | 'valid data'
  /** Violates one rule of the contract for the parameters or the body. */
  | 'invalid data'
  /** May be accepted or rejected, because neither HTTP nor the contract decides. */
  | 'unusual request'
  /** Has an id that no resource has. */
  | 'unknown id'
  | 'undeclared method'
  | 'undeclared media type'
  | 'missing credentials'
  | 'invalid credentials'
  /** A sign-in with a user name or a password that is not valid. */
  | 'wrong credentials'
  /** Repeats a value that the contract marks with `x-single-use`. */
  | 'used value'
  /** Follows a link of an earlier response. */
  | 'link';

/** One request and what it tests. */
export interface TestCase {
  phase: PhaseName;
  kind: CaseKind;
  operation: Operation;
  /** The difference from a valid request, as a sentence. */
  description: string;
  /** JSON pointer to the rule under test in the contract. */
  pointer: string;
  request: WireRequest;
  /** Whether a conforming server may change state when it receives the request. */
  isWrite: boolean;
  needsCredentials: boolean;
  /** Whether the server has every id and credential in the request, so that 401, 403 or 404 is a failure. */
  usesExistingValues: boolean;
  /** Whether the server issued the credentials in the request before, so that 401 is a failure. */
  isInSession?: boolean;
  /** Statuses with which HTTP allows a server to reject this request; the result is then inconclusive. */
  toleratedStatuses?: readonly number[];
  /** Whether a wrong status is only worth a warning. */
  isAdvice?: boolean;
  /** Whether gateways and servers often reject the request themselves, with a response of their own. */
  mayNotReachOperation?: boolean;
  /** Cases that vary less than this one. They are sent if it fails, to find out what the server rejects. */
  parts?: readonly TestCase[];
  /** Must be accepted before this case is sent. */
  before?: TestCase;
  /** Set if the same request is sent several times and its responses are compared. */
  repetition?: Repetition;
  /** Set if a link declares its status with `x-status`. */
  expectedStatus?: number;
  /** What the request has of a password or a session, to be masked. */
  secret?: string | undefined;
}

interface Repetition {
  /** The same for requests that are sent together, or in this order. */
  group: string;
  isConcurrent: boolean;
  /** Set if the request is not the operation's base request: those with the same variant get the same response. */
  variant?: string;
}

/** A test case before its request is encoded. */
export interface CaseDraft
  extends Pick<
    TestCase,
    | 'kind'
    | 'description'
    | 'pointer'
    | 'usesExistingValues'
    | 'toleratedStatuses'
    | 'mayNotReachOperation'
    | 'isAdvice'
    | 'repetition'
    | 'expectedStatus'
  > {
  values: RequestValues;
  /** Changes the encoded request; undefined if the change cannot be made to it. */
  rewrite?: (request: WireRequest) => WireRequest | undefined;
  isThorough?: boolean;
  /** Set if it differs from that of the operation. */
  isWrite?: boolean;
  needsCredentials?: boolean;
  parts?: readonly CaseDraft[];
  before?: CaseDraft;
}

/** A test case that was not sent. */
export interface SkippedCase {
  operation: string;
  description: string;
  reason: string;
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];

export function isSafeMethod(method: string): boolean {
  return safeMethods.includes(method);
}

/**
 * Whether an operation may change state, judging by its HTTP method or `x-safe: false` in the
 * contract.
 */
export function isWriteOperation({ document }: Contract, { method, pointer }: Operation): boolean {
  const definition = valueAt(document, pointer);
  return !isSafeMethod(method) || (isObject(definition) && definition['x-safe'] === false);
}
