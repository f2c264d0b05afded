import type { Operation, ResponseModel } from '../contract.ts';
import type { ResponseMessage } from './httpMessage.ts';

/** Finds the response for a status: the exact status, then its range (`4XX`), then `default`. */
export function findResponse(operation: Operation, status: number): ResponseModel | undefined {
  const keys = [String(status), `${Math.floor(status / 100)}XX`, 'DEFAULT'];
  return keys
    .map((key) => operation.responses.find((response) => response.status.toUpperCase() === key))
    .find((response) => response !== undefined);
}

/** Whether an operation declares that what it names may not exist. */
export function mayBeMissing({ responses }: Operation): boolean {
  return responses.some(({ status }) => /^4(04|10|XX)$/i.test(status));
}

/** Whether responses with this status never have a body (RFC 9110, 6.4.1). */
export function isBodyless(status: number): boolean {
  return status < 200 || status === 204 || status === 205 || status === 304;
}

/** A server rejects with these how a request is sent, before the operation sees it. */
const transportStatuses = [411, 414, 417, 431];

/**
 * Whether a server or a gateway may send this response although the operation does not declare it: HTTP defines its
 * status, it says when to try again, or the contract leaves open how missing credentials are rejected.
 */
export function mayBeUndeclared(
  operation: Operation,
  method: string,
  { status, headers }: Pick<ResponseMessage, 'status' | 'headers'>,
): boolean {
  const isUndeclared = (each: number) => findResponse(operation, each) === undefined;
  const rejections = [401, 403];
  const isOfServer =
    transportStatuses.includes(status) ||
    (method === 'HEAD' && status === 405) ||
    (isBusy(status) && headers['retry-after'] !== undefined);
  const rejectsCredentials = operation.security.length > 0 && rejections.includes(status);
  return (
    (isOfServer && isUndeclared(status)) || (rejectsCredentials && rejections.every(isUndeclared))
  );
}

/** Whether a server sends this status because of other requests, so that it says nothing about this one. */
export function isBusy(status: number): boolean {
  return status === 429 || status === 503;
}
