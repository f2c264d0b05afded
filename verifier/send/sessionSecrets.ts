import { readSetCookies } from '#contract';
import type { Received } from '../model.ts';

/** Shorter values are no session ids, and occur in other words. */
const minSecretLength = 8;

/**
 * The cookies that a response sets, of values that may be session ids. Finds them too where a gateway has folded several
 * `Set-Cookie` into one header.
 */
export function sessionSecrets({
  headers,
}: Pick<Received, 'headers'>): { cookie: string; id: string }[] {
  const lines = (headers['set-cookie'] ?? []).flatMap((line) => line.split(/,(?=[^;,]+=)/));
  return lines.flatMap((line) =>
    readSetCookies({ 'set-cookie': line })
      .filter(({ value }) => value.length >= minSecretLength)
      .map(({ name, value }) => ({ cookie: name, id: value })),
  );
}
