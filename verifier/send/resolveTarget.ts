/** Path and query as they are sent: the path of the URL, if it has one, replaces the base path of the contract. */
export function resolveTarget(url: URL, basePath: string, target: string): string {
  const path = url.pathname.replace(/\/+$/, '');
  return path === '' ? target : path + target.slice(basePath.length);
}
