import { extname } from 'node:path';
import type { Handler } from '../locals.ts';
import type { ClientFiles } from './clientFiles.ts';
import { selectVariant, sendVariant } from './encodings.ts';

/**
 * Serves the built files from memory, in the best encoding that the browser accepts. A file that does
 * not exist may be one of another release. The connection then closes, so that the browser's next
 * attempt opens one, which a load balancer may send to an instance of that release.
 */
export function assets({ assets: files, document: { logoUrl = '' } }: ClientFiles): Handler {
  return (req, res, next) => {
    const path = req.baseUrl + req.path;
    // A page of another release may have another logo, and does not attempt to load it again.
    const found = !files.has(path) && /\/logo-[^/]*$/.test(path) ? logoUrl : path;
    const asset = files.get(found);
    if (!asset) {
      res.set('Connection', 'close');
      return next();
    }

    const isImmutable = found === path;
    res.set('Cache-Control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    sendVariant(req, res.type(extname(found)), selectVariant(asset, req));
  };
}
