/** The path and the query of a request target, also of the absolute form that proxies use. */
export function originForm(target: string): string {
  const relative = target.replace(/^https?:\/\/[^/?]*/i, '');
  return relative.startsWith('?') || relative === '' ? `/${relative}` : relative;
}

/** Splits a request target into path and query. */
export function splitTarget(target: string): { path: string; query: string } {
  const relative = originForm(target);
  const start = relative.indexOf('?');
  return start < 0
    ? { path: relative, query: '' }
    : { path: relative.slice(0, start), query: relative.slice(start + 1) };
}
