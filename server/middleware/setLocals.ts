import { randomUUID } from 'node:crypto';
import type { Config } from '../config/config.ts';
import type { Handler, Locals } from '../locals.ts';

/** Sets the locals of each request. Its id is a new one, or that of a trusted proxy. */
export function setLocals({ trustedProxyHops, trustedForwardedHeaders }: Config): Handler {
  const isTrusted = trustedProxyHops > 0 && trustedForwardedHeaders.includes('x-request-id');
  return (req, res, next) => {
    const received = isTrusted ? req.get('X-Request-Id') : undefined;
    const isKept = received !== undefined && /^[\w-]{8,64}$/.test(received);
    const locals: Locals = { requestId: isKept ? received : randomUUID(), backendError: undefined };
    Object.assign(res.locals, locals);
    next();
  };
}
