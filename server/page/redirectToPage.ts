import type { Handler } from '../locals.ts';
import { setSharedHeaders } from '../middleware/sharedHeaders.ts';
import { basePath, isUnder } from '../paths.ts';

/**
 * Redirects to the page from its path in another letter case or with repeated slashes, which some mail programs and
 * people make of a link. `Location` begins with the constant base path, so that it never names another host.
 */
export const redirectToPage: Handler = (req, res, next) => {
  const { originalUrl, method } = req;
  const pathEnd = originalUrl.search(/\?|$/);
  const path = originalUrl.slice(0, pathEnd);
  const plainPath = path.replace(/\/{2,}/g, '/');
  const isCanonical = plainPath === path && isUnder(basePath, path);
  if (isCanonical || !isUnder(basePath, plainPath.toLowerCase())) return next();
  if (!/^(?:GET|HEAD)$/.test(method) || !req.accepts('html')) return next();

  setSharedHeaders(res);
  res
    .set('Cache-Control', 'no-store')
    .redirect(basePath + plainPath.slice(basePath.length) + originalUrl.slice(pathEnd));
};
