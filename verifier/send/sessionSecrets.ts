import type { Received } from '../model.ts';

/** Shorter values are no session ids, and occur in other words. */
const minSecretLength = 8;

const attributes = /^(expires|max-age|domain|path|samesite|priority|version|comment)$/i;

/**
 * The cookies that a response sets, of values that may be session ids. Finds them too where a gateway has folded several
 * `Set-Cookie` into one header.
 */
export function sessionSecrets({
  headers,
}: Pick<Received, 'headers'>): { cookie: string; id: string }[] {
  const pairs = (headers['set-cookie'] ?? []).flatMap((line) => line.split(/[;,]/));
  return pairs.flatMap((pair) => {
    const separator = pair.indexOf('=');
    const cookie = pair.slice(0, Math.max(separator, 0)).trim();
    const id = pair.slice(separator + 1).trim();
    const isSecret = cookie !== '' && !attributes.test(cookie) && id.length >= minSecretLength;
    return isSecret ? [{ cookie, id }] : [];
  });
}
