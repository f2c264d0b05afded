type Headers = Readonly<Record<string, string>>;

/** Headers put over others, whatever the case of their names. Cookies add up. */
export function mergeHeaders(...layers: readonly (Headers | undefined)[]): Record<string, string> {
  const merged = new Map<string, readonly [string, string]>();
  for (const [name, value] of layers.flatMap((layer) => Object.entries(layer ?? {}))) {
    const key = name.toLowerCase();
    const before = merged.get(key)?.[1];
    const joined = key === 'cookie' && before !== undefined ? `${before}; ${value}` : value;
    merged.set(key, [name, joined]);
  }
  return Object.fromEntries(merged.values());
}

export function withoutHeaders(headers: Headers, names: ReadonlySet<string>): Headers {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase())),
  );
}
