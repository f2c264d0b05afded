import { type Contract, isObject, type Operation, valueAt } from '#contract';
import type { PhaseName } from './phaseNames.ts';
import type { RequestValues, WireRequest } from './wireRequest.ts';

/** Must be accepted. `Case` is a test case or a draft. */
interface ValidData<Case> {
  kind: 'valid data';
  /** Cases that vary less than this one. They are sent if it fails, to find out what the server rejects. */
  parts?: readonly Case[];
}

/** The kinds of cases that have nothing of their own. */
type PlainKind =
  /** Violates one rule of the contract for the parameters or the body. */
  | 'invalid data'
  /** May be accepted or rejected, because neither HTTP nor the contract decides. */
  | 'unusual request'
  | 'undeclared method'
  | 'undeclared media type'
  | 'missing credentials'
  | 'invalid credentials'
  /** A sign-in with a user name or a password that is not valid. */
  | 'wrong credentials';

type OtherKinds =
  | { kind: PlainKind }
  | {
      kind: 'unknown id';
      /** Whether some servers find the resource on purpose, so that it is only worth a warning. */
      isAdvice?: boolean;
    }
  | {
      /** Repeats a value that the contract marks with `x-single-use`, and that an earlier case of its group has. */
      kind: 'used value';
      /** Whether the rest of the body is the same too, so that the first response may be sent again. */
      isSameBody: boolean;
    }
  | {
      kind: 'sign-in';
      /** Whether the client is signed in, so that the server may keep its session. */
      isSignedIn: boolean;
    }
  | {
      /** Follows a link of an earlier response. */
      kind: 'link';
      /** The status that the link declares with `x-status`. */
      expectedStatus: number | undefined;
    };

/** What a test case and its draft have in common. */
interface CommonCase {
  /** The difference from a valid request, as a sentence. */
  description: string;
  /** JSON pointer to the rule under test in the contract. */
  pointer: string;
  /** Whether the server has every id and credential in the request, so that 401, 403 or 404 is a failure. */
  usesExistingValues: boolean;
  /** Statuses with which HTTP allows a server to reject this request; the result is then inconclusive. */
  toleratedStatuses?: readonly number[];
  /** Whether gateways and servers often reject the request themselves, with a response of their own. */
  mayNotReachOperation?: boolean;
  /** Set if the same request is sent several times, or several requests at the same time. */
  repetition?: Repetition;
}

interface EncodedCase extends CommonCase {
  phase: PhaseName;
  operation: Operation;
  request: WireRequest;
  /** Whether a conforming server may change state when it receives the request. */
  isWrite: boolean;
  needsCredentials: boolean;
  /** Whether other cases depend on it: an operation's base request, and the sign-in of the session. */
  isGate?: boolean;
  /** A credential that was derived from a secret, with what bash derives it with from the secret's variable. */
  alteredSecret?: { secret: string; text: string; expand(name: string): string };
}

/** One request and what it tests. */
export type TestCase = EncodedCase & (OtherKinds | ValidData<TestCase>);

export type CaseKind = TestCase['kind'];

interface Repetition {
  /** The same for requests that are sent together, or in this order. */
  group: string;
  isConcurrent: boolean;
  /** Set if the request is not the operation's base request: those with the same variant get the same response. */
  variant?: string | undefined;
  /** Whether they have the same values where others have values of their own, because these can be used once. */
  sharesValues?: boolean;
}

interface CommonDraft extends CommonCase {
  values: RequestValues;
  /** Changes the encoded request; undefined if the change cannot be made to it. */
  rewrite?: (request: WireRequest) => WireRequest | undefined;
  /** Set if it differs from that of the operation. */
  isWrite?: boolean;
  needsCredentials?: boolean;
}

/** A test case before its request is encoded. */
export type CaseDraft = CommonDraft & (OtherKinds | ValidData<CaseDraft>);

/** A request that must be accepted, from which others are derived. */
export type ValidDraft = CommonDraft & ValidData<CaseDraft>;

/** The kinds that differ in nothing but their kind. */
export type RowKind = 'valid data' | PlainKind;

/** What may differ from the base request. */
export type DraftChange = Partial<Omit<ValidDraft, 'kind'>> & { kind?: RowKind };

/** A test case that was not sent. */
export interface SkippedCase {
  operation: string;
  description: string;
  reason: string;
  /** What must be set to send it. */
  option?: string | undefined;
  /** The operation whose failed base request or sign-in it depends on. */
  blockedBy?: string;
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
