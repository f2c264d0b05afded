import { isObject } from '../pointer.ts';

/** One thing changed in a value. */
export interface Variation {
  /** What the changed value as a whole is meant to be. It has yet to be proven. */
  claim: 'valid' | 'invalid';
  path: readonly string[];
  /** What stands at the path instead; `ABSENT` takes it away. */
  value: unknown;
  /** To be read after the place's name: `has 501 characters`. */
  what: string;
  /** Which rule of the contract this is about. */
  pointer: string;
}

/** All variations of a value that fits the schema at the pointer. */
export type Vary = (pointer: string, value: unknown) => Iterable<Variation>;

export const ABSENT = Symbol('absent');

/** A copy in which something else stands at the path. */
export function replaceAt(whole: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const child = isObject(whole) ? whole[key] : undefined;
  const replaced = replaceAt(child, rest, value);
  if (Array.isArray(whole)) return whole.map((item, i) => (String(i) === key ? replaced : item));
  const others = Object.entries(isObject(whole) ? whole : {});
  if (replaced === ABSENT) return Object.fromEntries(others.filter(([name]) => name !== key));
  return { ...Object.fromEntries(others), [key]: replaced };
}

/** The same variations, seen from one level further up. */
export function below(key: string, variations: Iterable<Variation>): Variation[] {
  return [...variations].map((variation) => ({ ...variation, path: [key, ...variation.path] }));
}
