import { mask } from '../../../mock-api/contract/secretFields.ts';

/** Shorter secrets are replaced only where they are whole words, because other words contain them. */
const minLengthInWords = 3;

export interface SecretMask {
  add(secret: string): void;
  mask(text: string): string;
}

/** Replaces secrets in text, also in their URL-encoded, form-encoded and JSON-escaped forms. */
export function createSecretMask(): SecretMask {
  const forms = new Set<string>();
  return {
    add(secret) {
      if (secret === '') return;
      forms
        .add(secret)
        .add(new URLSearchParams({ a: secret }).toString().slice(2))
        .add(encodeURIComponent(secret))
        .add(percentEncode(secret))
        .add(percentEncode(secret).toUpperCase())
        .add(JSON.stringify(secret).slice(1, -1));
    },
    mask: (text) =>
      [...forms]
        .sort((a, b) => b.length - a.length)
        .reduce((masked, form) => masked.replaceAll(patternOf(form), mask), text),
  };
}

/** Every byte, as some test cases send it. */
function percentEncode(text: string): string {
  return Buffer.from(text).toString('hex').replace(/../g, '%$&');
}

function patternOf(form: string): string | RegExp {
  if (form.length >= minLengthInWords) return form;
  const literal = form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}%])${literal}(?![\\p{L}\\p{N}])`, 'gu');
}
