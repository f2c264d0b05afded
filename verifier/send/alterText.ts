/** Every byte, in lower-case digits. */
export function percentEncode(text: string): string {
  return Buffer.from(text).toString('hex').replace(/../g, '%$&');
}

/** Lower case instead of upper case, and the reverse. */
export function swapCase(text: string): string {
  return text.replace(/\p{L}/gu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
