import { mask } from '#contract';
import { percentEncode } from './percentEncode.ts';

/** The minimum length of a secret that is also replaced within words; a shorter one may be part of an ordinary word. */
export const minLengthInWords = 6;

/** Replaces secrets in text, also if they are URL-encoded, escaped, or in another letter case. */
export class SecretMask {
  /** The name of the shell variable for each secret; undefined for a text that only resembles a secret. */
  readonly #variables = new Map<string, string | undefined>();
  #pattern: RegExp | undefined;
  #sessionCount = 0;

  /** Adds a session id with a shell variable such as `$SESSION_1`. */
  addSession(id: string): void {
    if (this.#variables.has(id)) return;

    this.#sessionCount += 1;
    this.add(id, `SESSION_${this.#sessionCount}`);
  }

  /**
   * Adds a secret with its shell variable or an expansion, such as `{SESSION_1%?}`, or a text that only resembles a
   * secret, without one.
   */
  add(secret: string, variable?: string): void {
    if (secret === '' || this.#variables.has(secret)) return;

    this.#variables.set(secret, variable);
    this.#pattern = undefined;
  }

  /** Returns the name of the shell variable of a secret. */
  variableOf(secret: string): string | undefined {
    return this.#variables.get(secret);
  }

  /** Masks the secrets of a text. In a session id, `+`, `%` and `/` stay visible, because servers often decode them. */
  mask(text: string): string {
    return text.replace(this.#getPattern(), (form) => {
      const isSession = this.variableOf(form)?.startsWith('SESSION');
      return isSession ? form.replace(/[^+%/]+/g, mask) : mask;
    });
  }

  /**
   * Quotes a text for bash, with variables in place of secrets and the mask in place of their encoded forms. A secret may
   * contain apostrophes, so that the text around it is quoted, rather than the whole searched.
   */
  quote(text: string): string {
    const pattern = this.#getPattern();
    const isNamed = (form: string) => this.variableOf(form) !== undefined;
    const parts = text.replace(pattern, (form) => (isNamed(form) ? form : mask)).split(pattern);
    return parts
      .map((part, i) => (i % 2 === 0 ? quote(part) : `"$${this.variableOf(part)}"`))
      .join('');
  }

  #getPattern(): RegExp {
    const matchesNothing = '(?!)';
    const alternatives = [...this.#variables.keys()]
      // A longer secret may contain a shorter one.
      .sort((a, b) => b.length - a.length)
      .map(patternOf)
      .join('|');
    // The group makes `split` return what has matched.
    this.#pattern ??= new RegExp(`(${alternatives || matchesNothing})`, 'giu');
    return this.#pattern;
  }
}

/** The characters for an apostrophe between apostrophes in bash. */
const escapedQuote = `'\\''`;

/** Quotes a text for bash. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", escapedQuote)}'`;
}

/** The number of characters by which a secret is recognized. The pattern of a long one would take much memory. */
const maxComparedLength = 128;

/** Creates the regular expression of a secret in any encoding; for a long one, of its start and what follows it. */
export function patternOf(secret: string): string {
  const start = secret.slice(0, maxComparedLength);
  const pattern = [...start].map(patternOfCharacter).join('');
  if (secret !== start) return `${pattern}[^\\s;]*`;
  if (secret.length >= minLengthInWords) return pattern;
  return `(?<![\\p{L}\\p{N}%])${pattern}(?![\\p{L}\\p{N}])`;
}

/** The encodings of characters in HTML, forms and bash that follow from no rule. */
const specialForms: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  ' ': '+',
};

const patternsOfCharacters = new Map<string, string>();

/** Returns the regular expression of a character, which is created once. */
function patternOfCharacter(character: string): string {
  const pattern = patternsOfCharacters.get(character) ?? createPattern(character);
  patternsOfCharacters.set(character, pattern);
  return pattern;
}

/** Creates the regular expression of a character as it is, and as it is encoded in bash, HTML, JSON, URLs and forms. */
function createPattern(character: string): string {
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16));
  const forms = [
    specialForms[character] ?? character,
    character,
    JSON.stringify(character).slice(1, -1),
    units.map((unit) => `\\u${unit.padStart(4, '0')}`).join(''),
    percentEncode(character),
  ];
  const patterns = forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return `(?:${[...new Set(patterns)].join('|')})`;
}
