/** Simpler values, the simplest first: shorter strings, then fewer unusual characters. */
export function* simplifyValue(value: unknown): Iterable<unknown> {
  if (typeof value !== 'string') return;
  const characters = [...value];
  const { length } = characters;
  const distinct = [...new Set(characters)].join('');
  if (distinct !== value) yield distinct;
  for (let size = Math.floor(length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let start = 0; start < length; start += size) {
      yield [...characters.slice(0, start), ...characters.slice(start + size)].join('');
      // Single characters are removed only from short strings.
      if (size === 1 && length > 20) break;
    }
  }
  const plain = value.replace(/[^a\s]/gu, 'a');
  if (plain !== value) yield plain;
  for (const [i, character] of characters.entries()) {
    if (length > 40) break;
    if (character !== 'a')
      yield [...characters.slice(0, i), 'a', ...characters.slice(i + 1)].join('');
  }
}
