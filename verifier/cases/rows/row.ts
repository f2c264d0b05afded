import type { Operation } from '#contract';
import type { Expected } from '../../model.ts';
import { mergeHeaders } from '../../send/mergeHeaders.ts';
import type { WireRequest } from '../../send/wireRequest.ts';

/** One way in which a request may be unusual, whatever its values. */
export interface Row {
  name: string;
  /** For `accept` and `reject`, the contract's validator has the last word. */
  expected: Expected;
  /** Other statuses that HTTP leaves to a server, or to what stands before it. */
  tolerated?: readonly number[];
  /** The changed base request; undefined if the row does not apply to it. */
  change(request: WireRequest, operation: Operation): WireRequest | undefined;
  /** Added to the changed request. Each is sent alone if all of them together fail. */
  headers?: WireRequest['headers'];
}

/** Names a header with the beginning of its value. */
export function describeHeader([name, value]: [name: string, value: string]): string {
  return `${name}: ${value.slice(0, 50)}`;
}

export function withHeaders(request: WireRequest, headers: WireRequest['headers']): WireRequest {
  return { ...request, headers: mergeHeaders(request.headers, headers) };
}
