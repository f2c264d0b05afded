import { basePath } from '../client/routes.ts';

/** The path of the product, without a trailing slash. */
export { basePath };

/** The path of the built client's files. Their names contain a content hash. */
export const assetsPath = `${basePath}/assets`;

export const livePath = '/health/live';
export const readyPath = '/health/ready';

/** Whether a request's URL, with or without a query, is `path` or below it. */
export function isUnder(path: string, target: string): boolean {
  if (!target.startsWith(path)) return false;

  const next = target[path.length];
  return next === undefined || next === '/' || next === '?';
}
