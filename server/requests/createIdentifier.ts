import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config/config.ts';
import type { HostResponse, Locals } from '../locals.ts';

/** Creates a function that gives each request an id: a new one, or that of a trusted proxy. */
export function createIdentifier({ trustedProxyHops, trustedForwardedHeaders }: Config) {
  const isTrusted = trustedProxyHops > 0 && trustedForwardedHeaders.includes('x-request-id');

  return ({ headers }: IncomingMessage, res: ServerResponse): HostResponse => {
    const received = isTrusted ? headers['x-request-id'] : undefined;
    const isKept = typeof received === 'string' && /^[\w-]{8,64}$/.test(received);
    const locals: Locals = { requestId: isKept ? received : randomUUID(), backendError: undefined };
    return Object.assign(res, { locals }) as HostResponse;
  };
}
