/** The mark of a property that is removed. */
export const absent = Symbol('absent');

/** Copies a value with another value at a path; `absent` removes the property there. */
export function replaceAt(
  whole: unknown,
  [key, ...rest]: readonly string[],
  value: unknown,
): unknown {
  if (key === undefined) return value;

  const replaced = replaceAt(Object(whole)[key], rest, value);
  if (Array.isArray(whole)) return whole.map((item, i) => (String(i) === key ? replaced : item));
  if (replaced !== absent) return { ...Object(whole), [key]: replaced };

  const { [key]: _, ...others } = Object(whole);
  return others;
}
