import { CheckError } from '../checks/CheckError.ts';
import { parsePlainPattern } from '../checks/parsePattern.ts';
import type { RequestPattern } from '../journal/requestPattern.ts';

const names: readonly string[] = ['status', 'operation', 'key', 'scenario'];

/**
 * Parses the text of the console's filter: words, and conditions such as `status:4xx`. Repeated conditions are
 * alternatives.
 * @throws {CheckError}
 */
export function parseFilterText(text: string): RequestPattern {
  const words: string[] = [];
  const conditions: Record<string, string[]> = {};
  for (const word of text.split(/\s+/)) {
    // `status:404`, but not `Re:`, `10:42` or a URL.
    const [, name = '', value = ''] = /^([a-z][\w.-]+[*~:]?):((?!\/).*)/i.exec(word) ?? [];
    if (names.includes(name)) conditions[name] = [...(conditions[name] ?? []), value];
    else if (value === '') words.push(word);
    else throw createWordError(word);
  }
  const searched = words.join(' ').trim();
  return parsePlainPattern(searched === '' ? conditions : { ...conditions, text: searched });
}

function createWordError(word: string): CheckError {
  const expected = `expected words, or one of ${names.map((name) => `${name}:`).join(', ')}`;
  return new CheckError(400, `Filter: ${expected}, got "${word}".`);
}
