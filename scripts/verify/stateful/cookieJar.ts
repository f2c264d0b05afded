export interface CookieJar {
  /** Stores the cookies of a response's `Set-Cookie` headers. */
  store(setCookies: readonly string[]): void;
  /** The value of the `Cookie` header; undefined while the jar is empty. */
  header(): string | undefined;
  values(): string[];
  get(name: string): string | undefined;
}

/**
 * Creates a jar that ignores deletions, expiry, paths and domains: the server must reject an ended
 * session even if the client still sends its cookie.
 */
export function createCookieJar(): CookieJar {
  const cookies = new Map<string, string>();
  return {
    store(setCookies) {
      for (const line of setCookies) {
        const [pair = '', ...attributes] = line.split(';');
        const separator = pair.indexOf('=');
        const value = pair.slice(separator + 1).trim();
        const isDeletion = value === '' || attributes.some((text) => /^\s*max-age=0/i.test(text));
        if (separator > 0 && !isDeletion) cookies.set(pair.slice(0, separator).trim(), value);
      }
    },
    header: () =>
      cookies.size > 0
        ? [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        : undefined,
    values: () => [...cookies.values()],
    get: (name) => cookies.get(name),
  };
}
