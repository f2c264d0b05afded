import type { Handler } from '../locals.ts';
import { sendText } from './sendText.ts';

/** Creates a handler that responds 405 with `Allow` to all methods but these. */
export function allowMethods(...methods: readonly string[]): Handler {
  const allow = methods.join(', ');
  const text = `Method not allowed. Allowed methods: ${allow}.\n`;
  return (req, res, next) => {
    if (methods.includes(req.method)) next();
    else sendText(res, { status: 405, text, headers: { Allow: allow } });
  };
}
