import { basePath } from '../client/document.tsx';

/** Where the product lives, without a trailing slash. */
export { basePath };

/** The built client's files. Their names carry a hash of their content. */
export const assetsPath = `${basePath}/assets`;

export const livePath = '/health/live';
export const readyPath = '/health/ready';

/** Whether an address, with or without a query, is a path or stands below it. */
export function isUnder(path: string, address: string): boolean {
  if (!address.startsWith(path)) return false;
  const after = address[path.length];
  return after === undefined || after === '/' || after === '?';
}
