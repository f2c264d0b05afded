import { readSetCookies } from '#contract';
import type { Received } from '../model.ts';

/** The minimum length of a session id. Shorter values are no secrets, and occur in ordinary words. */
const minSecretLength = 8;

/**
 * Finds the values of the cookies of a response that may be session ids, also if a gateway has joined several
 * `Set-Cookie` in one line.
 */
export function sessionSecrets({ headers }: Received): { cookie: string; id: string }[] {
  const lines = (headers['set-cookie'] ?? []).flatMap((line) => line.split(/,(?=[^;,]+=)/));
  return lines.flatMap((line) =>
    readSetCookies({ 'set-cookie': line })
      .filter(({ value, isDeletion }) => !isDeletion && value.length >= minSecretLength)
      .map(({ name, value }) => ({ cookie: name, id: value })),
  );
}
