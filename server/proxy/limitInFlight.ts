import type { Config } from '../config/config.ts';
import type { Handler, ProxyLocals } from '../locals.ts';
import { sendOverloaded } from '../middleware/sendOverloaded.ts';

/**
 * Responds 503 with `Retry-After` while `maxInFlight` requests are at the backend. A request counts until its
 * call has ended, even when its client has disconnected.
 */
export function limitInFlight({ maxInFlight }: Config): Handler<ProxyLocals> {
  let count = 0;
  return (_req, res, next) => {
    if (count >= maxInFlight) return sendOverloaded(res);
    count++;
    void res.locals.exchange.whenIdle().then(() => {
      count--;
    });
    next();
  };
}
