/**
 * Cuts or pads a text to a length in code points, the unit of JSON Schema. Undefined if no result is accepted.
 */
export function resizeText(
  text: string,
  length: number,
  isAccepted: (text: string) => boolean = () => true,
): string | undefined {
  const characters = [...text];
  const missing = Math.max(length - characters.length, 0);
  const start = characters.slice(0, length).join('');
  const end = characters.slice(-length).join('');
  const paddings = ['a', '0', ...characters].map((character) => character.repeat(missing));
  return paddings.flatMap((padding) => [start + padding, padding + end]).find(isAccepted);
}
