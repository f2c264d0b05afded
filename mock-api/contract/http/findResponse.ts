import type { Operation, ResponseModel } from '../contract.ts';
import type { ResponseMessage } from './httpMessage.ts';

/** Finds the response for a status: the exact status, then its range (`4XX`), then `default`. */
export function findResponse(operation: Operation, status: number): ResponseModel | undefined {
  const keys = [String(status), `${Math.floor(status / 100)}XX`, 'DEFAULT'];
  return keys
    .map((key) => operation.responses.find((response) => response.status.toUpperCase() === key))
    .find((response) => response !== undefined);
}

/** Whether responses with this status never have a body (RFC 9110, 6.4.1). */
export function isBodyless(status: number): boolean {
  return status < 200 || status === 204 || status === 205 || status === 304;
}

/**
 * Whether a gateway or the server may send this response although the operation does not declare it: a limit on
 * requests that says when to try again, or missing credentials if the contract leaves open how they are rejected.
 */
export function mayBeUndeclared(
  operation: Operation,
  { status, headers }: Pick<ResponseMessage, 'status' | 'headers'>,
): boolean {
  const isUndeclared = findResponse(operation, status) === undefined;
  if (isBusy(status)) return isUndeclared && headers['retry-after'] !== undefined;
  const rejections = [401, 403];
  return (
    operation.security.length > 0 &&
    rejections.includes(status) &&
    rejections.every((rejection) => findResponse(operation, rejection) === undefined)
  );
}

/** Whether a server sends this status because of other requests, so that it says nothing about this one. */
export function isBusy(status: number): boolean {
  return status === 429 || status === 503;
}
