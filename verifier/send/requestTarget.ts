/** Where requests are sent. */
export interface RequestTarget {
  /** Its path, if it has one, replaces the base path. */
  url: URL;
  /** The contract's base path, with which encoded requests begin. */
  basePath: string;
}

/** Path and query at a target, without normalization. */
export function resolveTarget({ url, basePath }: RequestTarget, target: string): string {
  const path = url.pathname.replace(/\/+$/, '');
  return path === '' ? target : path + target.slice(basePath.length);
}
