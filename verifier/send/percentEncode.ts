/** Percent-encodes every byte of a text, in lower-case digits. */
export function percentEncode(text: string): string {
  return Buffer.from(text).toString('hex').replace(/../g, '%$&');
}
