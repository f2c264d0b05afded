import { mask } from '../../contract/index.ts';
import { percentEncode, swapCase } from '../values/variation.ts';

/** Shorter secrets are replaced only where they are whole words, because other words contain them. */
const minLengthInWords = 3;
/** Texts that resemble shorter secrets are part of other words. */
const minDerivedLength = 6;

export type SecretMask = ReturnType<typeof createSecretMask>;

/**
 * Replaces secrets in text, also in their URL-encoded, form-encoded and JSON-escaped forms, without their last character
 * and in other cases of their letters.
 */
export function createSecretMask() {
  const variables = new Map<string, string>();
  const replaceAll = (text: string, replace: (expansion: string) => string) =>
    [...variables]
      .sort(([a], [b]) => b.length - a.length)
      .reduce(
        (masked, [form, name]) => masked.replaceAll(patternOf(form), () => replace(name)),
        text,
      );
  const set = (form: string, expansion: string) => {
    if (form !== '' && !variables.has(form)) variables.set(form, expansion);
  };
  return {
    /** The variable stands for the secret in commands. False if it is known. */
    add(secret: string, variable = 'SESSION'): boolean {
      if (variables.has(secret)) return false;

      const shorter = formsOf(secret.slice(0, -1));
      const swapped = formsOf(swapCase(secret));
      for (const [i, [form, suffix]] of formsOf(secret).entries()) {
        const name = variable + suffix;
        set(form, `$${name}`);
        if (secret.length < minDerivedLength) continue;
        // What resembles a secret almost tells it, and a command derives it from the variable.
        const [start = ''] = shorter[i] ?? [];
        set(start, `\${${name}%${'?'.repeat(form.length - start.length)}}`);
        set(swapped[i]?.[0] ?? '', `\${${name}~~}`);
        set(form.toLowerCase(), `\${${name},,}`);
        set(form.toUpperCase(), `\${${name}^^}`);
      }
      return true;
    },
    /** A text that bash derives from the variable of a secret. */
    addAltered(secret: string, text: string, expand: (name: string) => string) {
      const [name = ''] = /\w+/.exec(variables.get(secret) ?? '') ?? [];
      const expansion = expand(name);
      if (name !== '' && expansion.includes(name)) set(text, expansion);
    },
    mask: (text: string) => replaceAll(text, () => mask),
    /** With the names of variables instead of secrets, for people. */
    maskPlain: (text: string) => replaceAll(text, (expansion) => expansion),
    /** A bash command with variables instead of secrets, which stand in single quotes. */
    maskCommand: (command: string) => replaceAll(command, (expansion) => `'"${expansion}"'`),
  };
}

/** The forms in which a request contains a text, with the ends of the names of their variables. */
function formsOf(text: string): [form: string, suffix: string][] {
  const encoded = percentEncode(text);
  return [
    [text, ''],
    // As bash quotes it.
    [text.replaceAll("'", `'\\''`), ''],
    [new URLSearchParams({ a: text }).toString().slice(2), '_URL'],
    [encodeURIComponent(text), '_URL'],
    [encoded, '_URL'],
    [JSON.stringify(text).slice(1, -1), '_JSON'],
  ];
}

function patternOf(form: string): string | RegExp {
  if (form.length >= minLengthInWords) return form;

  const literal = form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}%])${literal}(?![\\p{L}\\p{N}])`, 'gu');
}
