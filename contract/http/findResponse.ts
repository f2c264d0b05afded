import type { Operation, ResponseModel } from '../contract.ts';

/** Finds the response for a status: the exact status, then its range (`4XX`), then `default`. */
export function findResponse(operation: Operation, status: number): ResponseModel | undefined {
  const keys = [String(status), `${Math.floor(status / 100)}XX`, 'DEFAULT'];
  return keys
    .map((key) => operation.responses.find((response) => response.status.toUpperCase() === key))
    .find((response) => response !== undefined);
}

/** Whether the response for a status declares a header, whose name is in lower case. */
export function declaresHeader(operation: Operation, status: number, header: string): boolean {
  const { headers = [] } = findResponse(operation, status) ?? {};
  return headers.some(({ name }) => name.toLowerCase() === header);
}

/** Whether a status says that an operation has accepted a request: a 2xx, or a redirect that it declares as such. */
export function isAccepted(operation: Operation, status: number): boolean {
  if (status >= 200 && status < 300) return true;

  const declared = findResponse(operation, status)?.status ?? '';
  return status !== 304 && declared.startsWith('3');
}

const alternatives: Readonly<Record<number, readonly number[]>> = { 400: [422], 401: [403] };

/**
 * Finds the status that an operation declares for an error: the usual one, or else an alternative (422 for 400, 403 for
 * 401); undefined if it declares none of them.
 * @param isOfPath whether the error is in the path, so that a 404 says the same as a 400
 */
export function findErrorStatus(
  operation: Operation,
  usual: number,
  isOfPath = false,
): number | undefined {
  const candidates = [usual, ...(alternatives[usual] ?? []), ...(isOfPath ? [404] : [])];
  return candidates.find((candidate) => findResponse(operation, candidate));
}

/** Whether an operation declares a response for a resource that does not exist. */
export function mayBeMissing({ responses }: Operation): boolean {
  return responses.some(({ status }) => /^(4(04|10|XX)|default)$/i.test(status));
}

/** Whether responses with this status never have a body (RFC 9110, 6.4.1). */
export function isBodyless(status: number): boolean {
  return status < 200 || status === 204 || status === 205 || status === 304;
}
