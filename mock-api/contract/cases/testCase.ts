import type { Operation } from '../contract.ts';
import type { WireRequest } from './wireRequest.ts';

export type CaseKind =
  /** Fits the contract. */
  | 'good data'
  /** Breaks one rule about its parameters or its body. */
  | 'bad data'
  | 'undeclared method'
  | 'undeclared media type'
  | 'no credentials'
  | 'bad credentials'
  /** Where a link of an earlier answer leads. */
  | 'link';

/** A request that is proven to be what its kind says. */
export interface TestCase {
  kind: CaseKind;
  operation: Operation;
  /** The one thing that was varied, as a sentence. */
  what: string;
  /** The place in the contract that the case is about. */
  pointer: string;
  request: WireRequest;
  /** Whether a server that honours the contract may change something for it. */
  writes: boolean;
  /** It can only prove something with credentials. */
  needsCredentials: boolean;
  /** It names nothing that the server might rightly not know. */
  known: boolean;
  /** The status that has to come, where the contract names one by itself. */
  status?: number;
}

/** Something that was not asked, and why. */
export interface LeftOut {
  operation: string;
  what: string;
  reason: string;
}

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];

export function isSafeMethod(method: string): boolean {
  return SAFE_METHODS.includes(method);
}
