import { isObject } from '#contract';

/** In place of a value: there is none. */
export const absent = Symbol('absent');

/** A copy of a value with another value at the path; `absent` removes the property. */
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
