import type { Operation, ResponseModel } from '../contract.ts';

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

/** Whether the contract leaves open with which status missing credentials are rejected, and this is one. */
export function mayBeUndeclared(operation: Operation, status: number): boolean {
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
