import { createRequestCheck } from '../checkRequest.ts';
import type { Contract, Operation } from '../contract.ts';
import type { Fault } from '../fault.ts';
import { createMatcher } from '../matchOperation.ts';
import type { Headers, RequestMessage } from '../message.ts';
import type { WireRequest } from './wireRequest.ts';

/** What a request is, read from its bytes as a server would read them. */
export type Proof =
  | { kind: 'valid' }
  | { kind: 'invalid'; faults: readonly Fault[] }
  /** It would not even reach the operation: an empty segment, or one of dots. */
  | { kind: 'elsewhere' };

/** Makes the function that proves what a request is. Credentials are looked at by `bringsCredentials`. */
export function createProof(contract: Contract) {
  const matchOperation = createMatcher(contract);
  const checkRequest = createRequestCheck(contract);

  return function prove(operation: Operation, request: WireRequest): Proof {
    const [path = ''] = request.target.split('?', 1);
    const match = matchOperation(request.method, path);
    if (match.kind !== 'operation' || match.operation !== operation || hasDotSegment(path)) {
      return { kind: 'elsewhere' };
    }
    const message = { ...readMessage(request), pathValues: match.pathValues };
    const faults = checkRequest(operation, message).faults.filter(
      ({ rule }) => rule !== 'request.credentials',
    );
    return faults.length === 0 ? { kind: 'valid' } : { kind: 'invalid', faults };
  };
}

/** The request as the contract's own checks take it, but for the values in its path. */
export function readMessage({ target, headers, body }: WireRequest): RequestMessage {
  const mark = target.indexOf('?');
  return {
    pathValues: {},
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers: lowerCased(headers),
    body: body ?? Buffer.alloc(0),
  };
}

/** A header's value loses the blanks around it on its way. */
function lowerCased(headers: WireRequest['headers']): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]),
  );
}

/** Whatever stands between may resolve these away (RFC 3986, 6.2.2.3). */
function hasDotSegment(path: string): boolean {
  return path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
}
