import type { Request, RequestHandler } from 'express';
import type { Asset, ClientFiles } from './clientFiles.ts';

/** Serves the built files from memory, in the best encoding the browser takes. */
export function serveAssets(assets: ClientFiles['assets']): RequestHandler {
  return (req, res, next) => {
    const asset = assets.get(req.baseUrl + req.path);
    const variant = asset && bestVariant(asset, req);
    if (!asset || !variant) return next();
    res.set({
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Type': asset.mediaType,
      ETag: variant.etag,
      Vary: 'Accept-Encoding',
    });
    if (variant.encoding !== 'identity') res.set('Content-Encoding', variant.encoding);
    res.send(variant.body);
  };
}

/** Of equally welcome encodings browsers list brotli last, so the order here is ours. */
function bestVariant(asset: Asset, req: Request) {
  return (
    asset.variants.find(({ encoding }) => req.acceptsEncodings(encoding)) ?? asset.variants.at(-1)
  );
}
