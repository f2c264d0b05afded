import { mask } from '#contract';
import { percentEncode, swapCase } from './alterText.ts';

/** Shorter secrets are replaced only where they are whole words, because other words contain them. */
const minLengthInWords = 3;
/** Texts that resemble shorter secrets are part of other words. */
const minDerivedLength = 6;

/**
 * Replaces secrets in text, also in their URL-encoded, form-encoded and JSON-escaped forms, without their last character
 * and in other cases of their letters.
 */
export class SecretMask {
  /** What bash derives a text with from a variable: `$SESSION`, `${SESSION%?}`. */
  readonly #expansions = new Map<string, string>();

  /** The variable stands for the secret in commands. False if it is known. */
  add(secret: string, variable = 'SESSION'): boolean {
    if (this.#expansions.has(secret)) return false;

    for (const [encode, suffix] of encodings) {
      const form = encode(secret);
      const name = variable + suffix;
      this.#set(form, `$${name}`);
      if (secret.length < minDerivedLength) continue;

      // What resembles a secret almost tells it.
      const shorter = encode(secret.slice(0, -1));
      this.#set(shorter, `\${${name}%${'?'.repeat(form.length - shorter.length)}}`);
      this.#set(encode(swapCase(secret)), `\${${name}~~}`);
      this.#set(form.toLowerCase(), `\${${name},,}`);
      this.#set(form.toUpperCase(), `\${${name}^^}`);
    }
    return true;
  }

  /** The secret with another text from one position to another, which bash derives from its variable. */
  addAltered(
    secret: string,
    { start, middle, end }: { start: number; middle: string; end: number },
  ): string {
    const text = secret.slice(0, start) + middle + secret.slice(end);
    const [name] = /\w+/.exec(this.#expansions.get(secret) ?? '') ?? [];
    if (name) this.#set(text, `\${${name}:0:${start}}${middle}\${${name}:${end}}`);
    return text;
  }

  mask(text: string): string {
    return this.#replaceAll(text, () => mask);
  }

  /** Replaces secrets by the names of variables, for people. */
  maskPlain(text: string): string {
    return this.#replaceAll(text, (expansion) => expansion);
  }

  /** A bash command with variables instead of secrets, which stand in single quotes. */
  maskCommand(command: string): string {
    return this.#replaceAll(command, (expansion) => `'"${expansion}"'`);
  }

  #set(form: string, expansion: string): void {
    if (form !== '' && !this.#expansions.has(form)) this.#expansions.set(form, expansion);
  }

  /** The longest form first, because it may contain others. */
  #replaceAll(text: string, replace: (expansion: string) => string): string {
    const forms = [...this.#expansions].sort(([a], [b]) => b.length - a.length);
    let masked = text;
    for (const [form, expansion] of forms) {
      masked = masked.replaceAll(patternOf(form), () => replace(expansion));
    }
    return masked;
  }
}

/** How a request contains a text, with the end of the name of the variable for it. */
const encodings: readonly [encode: (text: string) => string, suffix: string][] = [
  [(text) => text, ''],
  // As bash quotes it.
  [(text) => text.replaceAll("'", `'\\''`), ''],
  [(text) => new URLSearchParams({ a: text }).toString().slice(2), '_FORM'],
  [encodeURIComponent, '_URL'],
  [percentEncode, '_PERCENT'],
  [(text) => JSON.stringify(text).slice(1, -1), '_JSON'],
];

function patternOf(form: string): string | RegExp {
  if (form.length >= minLengthInWords) return form;

  const literal = form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}%])${literal}(?![\\p{L}\\p{N}])`, 'gu');
}
