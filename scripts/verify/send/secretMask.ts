import { mask } from '../../../mock-api/contract/index.ts';
import { percentEncode } from '../values/variation.ts';

/** Shorter secrets are replaced only where they are whole words, because other words contain them. */
const minLengthInWords = 3;

export interface SecretMask {
  /** The variable stands for the secret in commands. */
  add(secret: string, variable?: string): void;
  mask(text: string): string;
  /** A bash command with variables instead of secrets, which stand in single quotes. */
  maskCommand(command: string): string;
}

/** Replaces secrets in text, also in their URL-encoded, form-encoded, JSON-escaped and base64 forms. */
export function createSecretMask(): SecretMask {
  const variables = new Map<string, string>();
  const replaceAll = (text: string, replace: (variable: string) => string) =>
    [...variables]
      .sort(([a], [b]) => b.length - a.length)
      .reduce(
        (masked, [form, name]) => masked.replaceAll(patternOf(form), () => replace(name)),
        text,
      );
  return {
    add(secret, variable = 'SESSION') {
      if (secret === '') return;
      const add = (form: string, suffix: string) => {
        if (!variables.has(form)) variables.set(form, variable + suffix);
      };
      add(secret, '');
      // As bash quotes it.
      add(secret.replaceAll("'", `'\\''`), '');
      add(new URLSearchParams({ a: secret }).toString().slice(2), '_URL');
      for (const form of [encodeURIComponent(secret), percentEncode(secret)]) add(form, '_URL');
      add(percentEncode(secret).toUpperCase(), '_URL');
      add(JSON.stringify(secret).slice(1, -1), '_JSON');
      add(Buffer.from(secret).toString('base64'), '_BASE64');
    },
    mask: (text) => replaceAll(text, () => mask),
    maskCommand: (command) => replaceAll(command, (name) => `'"$${name}"'`),
  };
}

function patternOf(form: string): string | RegExp {
  if (form.length >= minLengthInWords) return form;
  const literal = form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}%])${literal}(?![\\p{L}\\p{N}])`, 'gu');
}
