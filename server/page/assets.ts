import { extname } from 'node:path';
import type { Handler } from '../locals.ts';
import type { ClientFiles } from './clientFiles.ts';
import { selectVariant, sendVariant } from './encodings.ts';

/**
 * Serves the built files from memory, in the best encoding that the browser accepts. A file that does
 * not exist may be one of another release. The connection then closes, so that the browser's next
 * attempt opens one, which a load balancer may send to an instance of that release.
 */
export function assets(files: ClientFiles['assets']): Handler {
  return (req, res, next) => {
    const asset = files.get(req.baseUrl + req.path);
    if (!asset) {
      res.set('Connection', 'close');
      return next();
    }

    res.set('Cache-Control', 'public, max-age=31536000, immutable');
    sendVariant(req, res.type(extname(req.path)), selectVariant(asset, req));
  };
}
