/** Splits a request target into path and query. The absolute form that proxies use is accepted. */
export function splitTarget(target: string): { path: string; query: string } {
  const relative = target.replace(/^https?:\/\/[^/?]*/i, '');
  const start = relative.indexOf('?');
  return start < 0
    ? { path: relative, query: '' }
    : { path: relative.slice(0, start), query: relative.slice(start + 1) };
}
