/** Reads a value that another release may have stored. What is missing or of another type becomes a default. */
type Reader<Value> = (value: unknown) => Value;

export const readText: Reader<string> = (value) => (typeof value === 'string' ? value : '');

/** @param names the names of a union type; a name that is missing here does not compile */
export function readOneOf<Name extends string>(
  names: Readonly<Record<Name, true>>,
  otherwise: Name,
): Reader<Name> {
  const isName = (value: string): value is Name => Object.hasOwn(names, value);
  return (value) => (typeof value === 'string' && isName(value) ? value : otherwise);
}

export function readList<Item>(readItem: Reader<Item>): Reader<readonly Item[]> {
  return (value) => (Array.isArray(value) ? value.map((item: unknown) => readItem(item)) : []);
}

/**
 * Keeps the properties that this release does not know, because the next may.
 * @param readers one for each property of the type
 */
export function readObject<Value>(
  readers: {
    readonly [Key in keyof Value]-?: Reader<Value[Key]>;
  },
): Reader<Value> {
  return (value) => {
    const stored: Record<string, unknown> =
      typeof value === 'object' && value !== null ? { ...value } : {};
    const read = Object.entries<Reader<unknown>>(readers).map(
      ([key, readProperty]) => [key, readProperty(stored[key])] as const,
    );
    return { ...stored, ...Object.fromEntries(read) } as Value;
  };
}
