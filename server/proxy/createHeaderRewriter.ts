import { isUnder } from '../paths.ts';

/** Returns a URL's host name without a dot at its end, which only marks the name as complete. */
const readHostname = ({ hostname }: URL) => hostname.replace(/\.$/, '');

/**
 * Creates a function that rewrites references to the backend in a header as references to this host, which
 * also hides the backend's URL. A reference to another port is one too: backends redirect to the port at which they
 * listen, or to that of HTTPS.
 *
 * @example
 * const rewriteHeader = createHeaderRewriter('http://backend.internal/staff');
 * rewriteHeader('location', 'http://backend.internal/staff/jsp/a'); // '/jsp/a'
 */
export function createHeaderRewriter(backendUrl: string) {
  const backend = new URL(backendUrl);
  const base = backend.pathname.replace(/\/+$/, '');

  // Two leading slashes would name another host.
  const rewritePath = (path: string) =>
    (isUnder(base, path) ? path.slice(base.length) : path).replace(/^\/*/, '/');

  const rewriteUrl = (reference: string) => {
    const isRelative = !/^(?:[/\\]|[a-z][a-z\d+.-]*:)/i.test(reference);
    if (isRelative) return reference;

    // Node.js reads headers as Latin-1, and browsers read this one as UTF-8.
    const url = URL.parse(Buffer.from(reference, 'latin1').toString(), backend.origin);
    if (!url || readHostname(url) !== readHostname(backend)) return reference;
    return rewritePath(url.pathname + url.search + url.hash);
  };

  /** Rewrites a cookie's `Path`, and removes `Domain`, because browsers reject a cookie for the backend's domain. */
  const rewriteCookie = (cookie: string) => {
    const [pair = '', ...attributes] = cookie.split(';');
    const rewritten = attributes.flatMap((attribute) => {
      const [name = '', value = ''] = attribute.split('=', 2).map((part) => part.trim());
      if (/^domain$/i.test(name)) return [];

      const isUnderBase = /^path$/i.test(name) && base !== '' && isUnder(base, value);
      return isUnderBase ? [` Path=${rewritePath(value)}`] : [attribute];
    });
    return [pair, ...rewritten].join(';');
  };

  /** Rewrites the value of a header. Node.js reads only `Set-Cookie` as an array, and always does. */
  return (name: string, value: string | string[]): string | string[] => {
    if (typeof value !== 'string') return value.map(rewriteCookie);
    return /^(?:content-)?location$/.test(name) ? rewriteUrl(value) : value;
  };
}
