import { mask } from '#contract';

/** Shorter secrets are replaced only where they are whole words, because other words contain them. */
export const minLengthInWords = 6;

/** Replaces secrets in text, also where they are URL-encoded or escaped, and in any case of their letters. */
export class SecretMask {
  /** The names of the variables that stand for the secrets in commands; undefined for a text that resembles a secret. */
  readonly #variables = new Map<string, string | undefined>();
  #pattern: RegExp | undefined;
  #sessionCount = 0;

  /** Adds a session id, which has a variable such as `$SESSION_1`. */
  addSession(id: string): void {
    if (this.#variables.has(id)) return;

    this.#sessionCount += 1;
    this.add(id, `SESSION_${this.#sessionCount}`);
  }

  /** Adds a secret, or without a variable a text that resembles one. */
  add(secret: string, variable?: string): void {
    if (secret === '' || this.#variables.has(secret)) return;

    this.#variables.set(secret, variable);
    this.#pattern = undefined;
  }

  variableOf(secret: string): string | undefined {
    return this.#variables.get(secret);
  }

  /** Shows the characters of session ids that servers and proxies often decode. */
  mask(text: string): string {
    if (this.#variables.size === 0) return text;
    return text.replace(this.#createPattern(), (form) => {
      const isSession = this.variableOf(form)?.startsWith('SESSION');
      return isSession ? form.replace(/[^+%/]+/g, mask) : mask;
    });
  }

  /** Quotes a text for bash, with variables in place of secrets and the mask in place of their other forms. */
  quote(text: string): string {
    const quoted = quote(text);
    if (this.#variables.size === 0) return quoted;

    return quoted.replace(this.#createPattern(), (form) => {
      const variable = this.variableOf(form.replaceAll(escapedQuote, "'"));
      return variable === undefined ? mask : `'"$${variable}"'`;
    });
  }

  /** Matches the longest secret first, because it may contain others. */
  #createPattern(): RegExp {
    const secrets = [...this.#variables.keys()].sort((a, b) => b.length - a.length);
    this.#pattern ??= new RegExp(secrets.map(patternOf).join('|'), 'giu');
    return this.#pattern;
  }
}

/** How bash writes an apostrophe in a text between apostrophes. */
const escapedQuote = `'\\''`;

export function quote(text: string): string {
  return `'${text.replaceAll("'", escapedQuote)}'`;
}

/** Matches a secret in any form. */
export function patternOf(secret: string): string {
  const pattern = [...secret].map(formsOf).join('');
  if (secret.length >= minLengthInWords) return pattern;
  return `(?<![\\p{L}\\p{N}%])${pattern}(?![\\p{L}\\p{N}])`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Matches a character as it is, and as bash, HTML, JSON, URLs and forms write it. */
function formsOf(character: string): string {
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16));
  const forms = [
    character,
    JSON.stringify(character).slice(1, -1),
    units.map((unit) => `\\u${unit.padStart(4, '0')}`).join(''),
    Buffer.from(character).toString('hex').replace(/../g, '%$&'),
  ];
  const entity = entities[character];
  if (entity) forms.push(entity);
  if (character === ' ') forms.push('+');
  if (character === "'") forms.unshift(escapedQuote);
  const patterns = forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return `(?:${[...new Set(patterns)].join('|')})`;
}
