import type { Handler } from '../locals.ts';
import { setSharedHeaders } from './sharedHeaders.ts';

/** Responds 405 with `Allow` to every other method. */
export function allowMethods(...methods: readonly string[]): Handler {
  const allow = methods.join(', ');
  return (req, res, next) => {
    if (methods.includes(req.method)) return next();

    setSharedHeaders(res);
    res
      .status(405)
      .set({ Allow: allow, 'Cache-Control': 'no-store' })
      .type('text')
      .send(`Method not allowed. Allowed methods: ${allow}.\n`);
  };
}
