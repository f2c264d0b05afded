import type { Contract, Operation } from '../contract.ts';
import { findResponse } from '../http/findResponse.ts';
import { headerText } from '../http/httpMessage.ts';
import type { MessageProblem, ReceivedMessage } from './messageProblem.ts';

/**
 * Finds a response for one user that shared caches may store (RFC 9111, 3). They never store one to a request with
 * `Authorization` that is only fresh (3.5), and a contract may declare Cache-Control.
 */
export function findCacheProblem(
  contract: Contract,
  operation: Operation,
  { status, headers }: ReceivedMessage,
): MessageProblem | undefined {
  const control = headerText(headers, 'cache-control') ?? '';
  if (status >= 300 || /\b(private|no-store)\b/i.test(control)) return undefined;
  const isShared = /\bpublic\b|\bs-maxage\s*=\s*"?[1-9]/i.test(control);
  const isFresh =
    /\bmax-age\s*=\s*"?[1-9]/i.test(control) ||
    (control === '' && Date.parse(headerText(headers, 'expires') ?? '') > Date.now());
  const required = operation.security.flat();
  const hasKey = required.some(({ type }) => type === 'apiKey');
  if (!isShared && !(isFresh && hasKey)) return undefined;

  const isPersonal = required.length > 0 || startsSession(contract, headers['set-cookie']);
  const declared = findResponse(operation, status)?.headers ?? [];
  const isDeclared = declared.some(({ name }) => name.toLowerCase() === 'cache-control');
  if (!isPersonal || isDeclared) return undefined;
  return {
    location: `header ${control === '' ? 'expires' : 'cache-control'}`,
    reason: 'lets shared caches store a response for one user',
    expected: 'private or no-store',
  };
}

function startsSession(
  { operations }: Contract,
  setCookies: string | readonly string[] = [],
): boolean {
  const schemes = operations.flatMap(({ security }) => security.flat());
  const keys = schemes.flatMap(({ in: place, key }) => (place === 'cookie' ? [key] : []));
  return [setCookies].flat().some((text) => keys.includes(text.split('=', 1)[0]?.trim()));
}
