import { isObject } from '#contract';

/** One change to a valid value. */
export interface Variation {
  /** Whether the whole value should be valid after the change, judging by one keyword; not yet validated. */
  validity: 'valid' | 'invalid';
  path: readonly string[];
  /** The new value at the path; `absent` removes the property. */
  value: unknown;
  /** A predicate that follows the name of the changed place: `has 501 characters`. */
  description: string;
  /** JSON pointer to the rule under test in the contract. */
  pointer: string;
}

/** The variations of a value that matches the schema at the pointer. */
export type Vary = (pointer: string, value: unknown) => Iterable<Variation>;

export const absent = Symbol('absent');

/** Replaces the whole value by one that should be valid. */
export function valid(value: unknown, description: string, pointer: string): Variation {
  return { validity: 'valid', path: [], value, description, pointer };
}

/** Replaces the whole value by one that should be invalid. */
export function invalid(value: unknown, description: string, pointer: string): Variation {
  return { validity: 'invalid', path: [], value, description, pointer };
}

/** Variations of a property or item as variations of its parent. */
export function prefixPaths(key: string, variations: Iterable<Variation>): Variation[] {
  return [...variations].map((variation) => ({ ...variation, path: [key, ...variation.path] }));
}

/** A copy of a value with another value at the path. */
export function replaceAt(whole: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;

  const child = isObject(whole) ? whole[key] : undefined;
  const replaced = replaceAt(child, rest, value);
  if (Array.isArray(whole)) return whole.map((item, i) => (String(i) === key ? replaced : item));

  const others = Object.entries(isObject(whole) ? whole : {});
  if (replaced === absent) return Object.fromEntries(others.filter(([name]) => name !== key));

  return { ...Object.fromEntries(others), [key]: replaced };
}

/** Every byte, in lower-case digits. */
export function percentEncode(text: string): string {
  return Buffer.from(text).toString('hex').replace(/../g, '%$&');
}

/** Lower case instead of upper case, and the reverse. */
export function swapCase(text: string): string {
  return text.replace(/\p{L}/gu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
