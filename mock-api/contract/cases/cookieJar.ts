/** The cookies of one chain of requests. */
export interface CookieJar {
  take(setCookies: readonly string[]): void;
  /** The `Cookie` header, undefined where there is nothing to send. */
  text(): string | undefined;
  values(): string[];
}

/**
 * Keeps what a server sets. What a server deletes stays: whoever keeps a cookie that was to be
 * forgotten is the very one that a sign-out has to shut out.
 */
export function createCookieJar(): CookieJar {
  const cookies = new Map<string, string>();
  return {
    take(setCookies) {
      for (const line of setCookies) {
        const [pair = '', ...attributes] = line.split(';');
        const at = pair.indexOf('=');
        const value = pair.slice(at + 1).trim();
        const deletes = value === '' || attributes.some((text) => /^\s*max-age=0/i.test(text));
        if (at > 0 && !deletes) cookies.set(pair.slice(0, at).trim(), value);
      }
    },
    text: () =>
      cookies.size > 0
        ? [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        : undefined,
    values: () => [...cookies.values()],
  };
}
