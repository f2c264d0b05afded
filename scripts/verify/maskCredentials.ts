const MASK = '•••';

/**
 * Makes the function that takes secrets out of what is printed, in the forms in which they travel.
 * Secrets that come up later can be added.
 */
export function createMask() {
  const forms = new Set<string>();
  return {
    add(secret: string) {
      if (secret.length < 3) return;
      const form = new URLSearchParams({ a: secret }).toString().slice(2);
      for (const text of [
        secret,
        form,
        encodeURIComponent(secret),
        JSON.stringify(secret).slice(1, -1),
      ])
        forms.add(text);
    },
    mask: (text: string) => {
      let masked = text;
      for (const form of forms) masked = masked.replaceAll(form, MASK);
      return masked;
    },
  };
}

export type Mask = ReturnType<typeof createMask>;
