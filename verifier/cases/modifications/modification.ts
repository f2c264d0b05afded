import type { Operation } from '#contract';
import type { Expected } from '../../model.ts';
import { mergeHeaders } from '../../send/mergeHeaders.ts';
import type { WireRequest } from '../../send/wireRequest.ts';

/** A way to make a base request unusual, whatever its values. */
export interface Modification {
  name: string;
  /** The required result; undefined if the contract's validator decides. */
  expected?: Exclude<Expected, 'accept' | 'reject'> | undefined;
  /** Other statuses that are no failure. */
  tolerated?: readonly number[];
  /** Modifies the base request; undefined if the modification does not apply to it. */
  modify(request: WireRequest, operation: Operation): WireRequest | undefined;
  /** Headers to add to the modified request, each of which is sent alone if all of them together fail. */
  headers?: WireRequest['headers'];
}

/** Describes a header by its name and the beginning of its value. */
export function describeHeader([name, value]: [name: string, value: string]): string {
  return `${name}: ${value.slice(0, 50)}`;
}

/** Adds headers to a request, or replaces them. */
export function withHeaders(request: WireRequest, headers: WireRequest['headers']): WireRequest {
  return { ...request, headers: mergeHeaders(request.headers, headers) };
}
