import type { Contract, Operation } from '../contract.ts';
import { findResponse } from '../http/findResponse.ts';
import { type Headers, headerText } from '../http/httpMessage.ts';
import { readSetCookies } from '../http/setCookie.ts';
import type { MessageProblem, ReceivedMessage } from './messageProblem.ts';
import { sessionCookieNames } from './sessionCookies.ts';

/** Finds a response for one user that shared caches may store (RFC 9111, 3). A contract may declare Cache-Control. */
export function findCacheProblem(
  contract: Contract,
  operation: Operation,
  { status, headers }: ReceivedMessage,
): MessageProblem | undefined {
  const declared = findResponse(operation, status)?.headers ?? [];
  const isDeclared = declared.some(({ name }) => name.toLowerCase() === 'cache-control');
  if (status >= 300 || isDeclared) return undefined;

  const required = operation.security.flat();
  const isPersonal = required.length > 0 || startsSession(contract, headers);
  // Caches never store a response to a request with `Authorization` that is only fresh (3.5).
  const hasKey = required.some(({ type }) => type === 'apiKey');
  const control = headerText(headers, 'cache-control') ?? '';
  const expires = headerText(headers, 'expires') ?? '';
  const isStored = isShared(control) || (hasKey && isFresh(control, expires));
  if (!isPersonal || !isStored) return undefined;

  return {
    location: `header ${control === '' ? 'expires' : 'cache-control'}`,
    reason: 'lets shared caches store a response for one user',
    expected: 'private or no-store',
  };
}

function isShared(control: string): boolean {
  return !isPrivate(control) && /\bpublic\b|\bs-maxage\s*=\s*"?[1-9]/i.test(control);
}

function isFresh(control: string, expires: string): boolean {
  if (control === '') return Date.parse(expires) > Date.now();
  return !isPrivate(control) && /\bmax-age\s*=\s*"?[1-9]/i.test(control);
}

function isPrivate(control: string): boolean {
  return /\b(private|no-store)\b/i.test(control);
}

function startsSession(contract: Contract, headers: Headers): boolean {
  const names = sessionCookieNames(contract);
  return readSetCookies(headers).some(
    ({ name, isDeletion }) => !isDeletion && names.includes(name),
  );
}
