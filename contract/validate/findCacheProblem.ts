import type { Contract, Operation } from '../contract.ts';
import { declaresHeader } from '../http/findResponse.ts';
import { type Headers, headerText } from '../http/httpMessage.ts';
import { readCaching } from '../http/readCaching.ts';
import { readSetCookies } from '../http/setCookie.ts';
import type { MessageProblem, ReceivedMessage } from './messageProblem.ts';
import { sessionCookieNames } from './sessionCookies.ts';

/** Finds a response for one user that shared caches may store (RFC 9111, 3), unless `Cache-Control` is declared. */
export function findCacheProblem(
  contract: Contract,
  operation: Operation,
  { status, headers }: ReceivedMessage,
): MessageProblem | undefined {
  if (status >= 300 || declaresHeader(operation, status, 'cache-control')) return undefined;

  const required = operation.security.flat();
  const isPersonal = required.length > 0 || startsSession(contract, headers);
  // Caches do not store a fresh response to a request with `Authorization` unless it is public (RFC 9111, 3.5).
  const hasKey = required.some(({ type }) => type === 'apiKey');
  const { isPrivate, isPublic, isFresh } = readCaching(headers);
  const isStored = isPublic || (hasKey && isFresh && !isPrivate);
  if (!isPersonal || !isStored) return undefined;

  const hasControl = headerText(headers, 'cache-control') !== undefined;
  return {
    location: `header ${hasControl ? 'cache-control' : 'expires'}`,
    reason: 'lets shared caches store a response for one user',
    expected: 'private or no-store',
  };
}

function startsSession(contract: Contract, headers: Headers): boolean {
  const names = sessionCookieNames(contract);
  return readSetCookies(headers).some(
    ({ name, isDeletion }) => !isDeletion && names.includes(name),
  );
}
