import type { Operation } from '#contract';

/** The names of the cookies that operations require. */
export function cookieKeys(operations: readonly Operation[]): string[] {
  const schemes = operations.flatMap(({ security }) => security.flat());
  const keys = schemes.flatMap(({ in: place, key }) => (place === 'cookie' && key ? [key] : []));
  return [...new Set(keys)];
}

/** The value of a cookie in the header of a request. */
export function readCookie(cookies: string, key: string): string | undefined {
  const pair = cookies.split(/;\s*/).find((it) => it.startsWith(`${key}=`));
  return pair?.slice(key.length + 1);
}
