/** A token of the captcha stand-in, which the mock accepts once. */
export const standInToken = /\bstand-in-[\da-f]{48}\b/;

/**
 * Creates a random token. It does without `crypto.randomUUID`, which requires HTTPS: a phone on the local network has
 * none.
 */
export function createStandInToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return `stand-in-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
