/** Replaces control characters, which a terminal would execute, by their code points: `\u001b`. */
export function printable(text: string): string {
  return text.replace(
    /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
