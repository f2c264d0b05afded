export type SentHeaders = Readonly<Record<string, string>>;

/** Merges headers, ignoring the case of their names. Later ones replace earlier ones; the values of `Cookie` are joined. */
export function mergeHeaders(...layers: readonly SentHeaders[]): Record<string, string> {
  const merged = new Map<string, readonly [string, string]>();
  for (const [name, value] of layers.flatMap((layer) => Object.entries(layer))) {
    const key = name.toLowerCase();
    const before = merged.get(key)?.[1];
    const joined = key === 'cookie' && before !== undefined ? `${before}; ${value}` : value;
    merged.set(key, [name, joined]);
  }
  return Object.fromEntries(merged.values());
}
