/** Returns the path and the query of a request target, without the scheme and host of an absolute one. */
export function originForm(target: string): string {
  const relative = target.replace(/^https?:\/\/[^/?]*/i, '');
  return relative.startsWith('?') || relative === '' ? `/${relative}` : relative;
}

export function splitTarget(target: string): { path: string; query: string } {
  const [path = '', ...others] = originForm(target).split('?');
  return { path, query: others.join('?') };
}
