import type { Operation } from '../contract.ts';
import { findErrorStatus, findResponse } from './findResponse.ts';
import type { RequestMessage, ResponseMessage } from './httpMessage.ts';
import { readRetryAfterMs } from './retryAfter.ts';

/** Statuses for the length or the headers of a request, which a server checks before it calls the operation. */
const transportStatuses = [411, 414, 417, 431];

/** Statuses for a method that the operation does not declare, such as HEAD (RFC 9110, 9.1). */
const methodStatuses = [401, 403, 404, 405, 501];

interface OperationRequest extends Pick<RequestMessage, 'query'> {
  method: string;
  /** Whether the request violates the contract. False by default. */
  isInvalid?: boolean | undefined;
}

/**
 * Whether a server or a gateway may reject a request with this status without calling the operation: because the method
 * or the query is not declared, or because of the length or the headers.
 */
export function mayPrecede(
  operation: Operation,
  { method, query }: OperationRequest,
  status: number,
): boolean {
  if (method !== operation.method && methodStatuses.includes(status)) return true;
  if (status === 400) return !isDeclaredQuery(operation, query);
  return transportStatuses.includes(status) || (status === 404 && !isDecodable(query));
}

/**
 * Whether a server or a gateway may send this response without calling the operation: because the method or the query is
 * not declared, because the status is undeclared and defined by HTTP or limits requests, or because the contract declares
 * no status for an invalid request or for missing credentials.
 */
export function isOfServer(
  operation: Operation,
  request: OperationRequest,
  { status, headers }: Pick<ResponseMessage, 'status' | 'headers'>,
): boolean {
  const isTransport = transportStatuses.includes(status);
  if (!isTransport && mayPrecede(operation, request, status)) return true;

  const declared = findResponse(operation, status)?.status ?? 'default';
  const isLimit = isBusy(status) && readRetryAfterMs(headers) !== undefined;
  // `default` says nothing about the errors of a server.
  if ((isTransport || isLimit) && declared === 'default') return true;

  const isOpen = (usual: number) => findErrorStatus(operation, usual) === undefined;
  if (status === 400 || status === 422) return request.isInvalid === true && isOpen(400);

  const isProtected = operation.security.length > 0;
  return isProtected && (status === 401 || status === 403) && isOpen(401);
}

/** Whether a server sends this status because of other requests, so that it says nothing about this one. */
export function isBusy(status: number): boolean {
  return status === 429 || status === 503;
}

/** Whether a query can be decoded, and has no other names than those of parameters and keys. */
function isDeclaredQuery({ parameters, security }: Operation, query: string): boolean {
  const keys = security.flat().filter((scheme) => scheme.in === 'query');
  const parameterNames = parameters.filter((it) => it.in === 'query').map(({ name }) => name);
  const names = [...parameterNames, ...keys.map(({ key }) => key)];
  const sent = [...new URLSearchParams(query).keys()];
  return isDecodable(query) && sent.every((name) => names.includes(name));
}

function isDecodable(query: string): boolean {
  try {
    decodeURIComponent(query);
    return true;
  } catch {
    return false;
  }
}
