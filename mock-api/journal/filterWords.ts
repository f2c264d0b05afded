/** The names of the conditions that a text may contain. */
export interface FilterLanguage {
  isName(name: string): boolean;
  /** Whether a condition may have several values, separated by commas. */
  isList(name: string): boolean;
}

/** Splits a text at blanks outside of quotes after a colon: `outcome:"no response"` is one word. */
export function splitWords(text: string): string[] {
  return text.match(/[^\s:]+:"[^"]*"|\S+/g) ?? [];
}

/** The condition in a word such as `status:4xx`. */
export function parseWord(word: string, { isName }: FilterLanguage) {
  const [, name = '', value = ''] = /^([^:]+):"?(.*?)"?$/.exec(word) ?? [];
  return isName(name) ? { name, value } : undefined;
}

/**
 * Makes parameters of the words in `text` that are conditions. One for a parameter that a query already has
 * extends the list, or else results in an array.
 */
export function moveWords(
  { text, ...query }: Readonly<Record<string, unknown>>,
  language: FilterLanguage,
): Record<string, unknown> {
  if (typeof text !== 'string') return text === undefined ? query : { ...query, text };
  const words = splitWords(text);
  const moved: Record<string, unknown> = { ...query };
  const others: string[] = [];
  for (const word of words) {
    const { name, value } = parseWord(word, language) ?? {};
    if (name === undefined) others.push(word);
    else if (moved[name] === undefined) moved[name] = value;
    else if (language.isList(name)) moved[name] = `${moved[name]},${value}`;
    else moved[name] = [moved[name], value].flat();
  }
  // A blank text is an error, and not the same as none.
  if (others.length > 0 || words.length === 0) moved.text = others.join(' ');
  return moved;
}
