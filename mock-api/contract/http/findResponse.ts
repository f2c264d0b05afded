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

/**
 * Whether a gateway or the server may send this status although the operation does not declare it: a limit on
 * requests, or missing credentials if the contract leaves open how they are rejected.
 */
export function mayBeUndeclared(operation: Operation, status: number): boolean {
  const isUndeclared = findResponse(operation, status) === undefined;
  if (status === 429) return isUndeclared;
  const rejections = [401, 403];
  return (
    operation.security.length > 0 &&
    rejections.includes(status) &&
    rejections.every((rejection) => findResponse(operation, rejection) === undefined)
  );
}
