import type { Contract, Operation } from '../../../mock-api/contract/contract.ts';
import { isObject, valueAt } from '../../../mock-api/contract/jsonPointer.ts';
import type { WireRequest } from './wireRequest.ts';

export type CaseKind =
  | 'valid data'
  /** Violates one rule of the contract for the parameters or the body. */
  | 'invalid data'
  | 'undeclared method'
  | 'undeclared media type'
  | 'missing credentials'
  | 'invalid credentials'
  /** Follows a link of an earlier response. */
  | 'link';

/** One request and what it tests. */
export interface TestCase {
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
  usesKnownValues: boolean;
  /** Set if a link declares its status with `x-status`. */
  expectedStatus?: number;
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
