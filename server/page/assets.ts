import { extname } from 'node:path';
import type { Handler } from '../locals.ts';
import { prepareHeaders } from '../responses/prepareHeaders.ts';
import { isCached, selectVariant } from './encodings.ts';
import type { ClientFiles } from './loadClientFiles.ts';

const immutable = prepareHeaders({
  'Cache-Control': 'public, max-age=31536000, immutable',
  Vary: 'Accept-Encoding',
});

const replaced = prepareHeaders({ 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' });

/**
 * Creates a handler that serves the built files from memory, in the smallest encoding that the browser accepts. A file
 * that does not exist may be one of another release. The connection then closes, so that the browser's next attempt
 * opens one, which a load balancer may send to an instance of that release.
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

    const { encoding, body, etag } = selectVariant(asset, req);
    const prepared = found === path ? immutable : replaced;
    const headers = [...prepared(res.locals.requestId), 'ETag', etag];
    if (isCached(req, res, etag)) return res.writeHead(304, headers).end();

    if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
    res.type(extname(found));
    res.writeHead(200, [...headers, 'Content-Length', `${body.length}`]).end(body);
  };
}
