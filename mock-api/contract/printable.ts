/** Replaces control characters, with which the text of a file could change what a terminal shows. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '?');
}
