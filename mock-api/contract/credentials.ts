import type { Operation, SecurityScheme } from './contract.ts';
import { cookieText, headerText, type RequestMessage } from './message.ts';

/**
 * Whether a request brings what one of the operation's security alternatives asks for. Whether the
 * credentials are good is not the contract's to know.
 */
export function bringsCredentials(operation: Operation, message: RequestMessage): boolean {
  const { security } = operation;
  return (
    security.length === 0 ||
    security.some((schemes) => schemes.every((scheme) => brings(scheme, message)))
  );
}

function brings(scheme: SecurityScheme, { headers, query }: RequestMessage): boolean {
  if (scheme.type === 'mutualTLS') return true;
  if (scheme.type !== 'apiKey') {
    const authorization = headerText(headers, 'authorization') ?? '';
    return scheme.type === 'http'
      ? authorization.toLowerCase().startsWith(`${scheme.scheme} `)
      : authorization !== '';
  }
  const key = scheme.key ?? '';
  if (scheme.in === 'cookie') return Boolean(cookieText(headers, key));
  if (scheme.in === 'query') return new URLSearchParams(query).has(key);
  return headerText(headers, key) !== undefined;
}
