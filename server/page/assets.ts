import { extname } from 'node:path';
import type { Request, RequestHandler } from 'express';
import type { Asset, ClientFiles } from './clientFiles.ts';

/** Serves the built files from memory, in the best encoding that the browser accepts. */
export function assets(files: ClientFiles['assets']): RequestHandler {
  return (req, res, next) => {
    const asset = files.get(req.baseUrl + req.path);
    const variant = asset && selectVariant(asset, req);
    if (!asset || !variant) return next();
    res.set({
      'Cache-Control': 'public, max-age=31536000, immutable',
      ETag: variant.etag,
      Vary: 'Accept-Encoding',
    });
    if (variant.encoding !== 'identity') res.set('Content-Encoding', variant.encoding);
    res.type(extname(req.path)).send(variant.body);
  };
}

/** Ignores the order of the header: browsers list brotli last among encodings of equal quality. */
function selectVariant(asset: Asset, req: Request) {
  return asset.find(({ encoding }) => req.acceptsEncodings(encoding)) ?? asset.at(-1);
}
