import { mask } from '../../../mock-api/contract/secretFields.ts';

const minSecretLength = 3;

/** Replaces secrets in text, also in their URL-encoded, form-encoded and JSON-escaped forms. */
export function createSecretMask() {
  const forms = new Set<string>();
  return {
    add(secret: string) {
      if (secret.length < minSecretLength) return;
      forms
        .add(secret)
        .add(new URLSearchParams({ a: secret }).toString().slice(2))
        .add(encodeURIComponent(secret))
        .add(JSON.stringify(secret).slice(1, -1));
    },
    mask: (text: string) =>
      [...forms].reduce((masked, form) => masked.replaceAll(form, mask), text),
  };
}
