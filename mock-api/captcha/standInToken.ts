/** What the captcha stand-in returns: good for one message. */
export const standInToken = /\bstand-in-[\da-f]{48}\b/;

/** `crypto.randomUUID` requires HTTPS, which a phone on the local network does not use. */
export function createStandInToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return `stand-in-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
