/** What a JSON text means, without rounded numbers and dropped keys. */

interface JsonWithSources {
  parse(text: string, reviver: (name: string, value: unknown, context: Source) => unknown): unknown;
  rawJSON(text: string): unknown;
}

interface Source {
  /** The text of a scalar. */
  source: string;
}

// The types of TypeScript 5.9 lack both.
const json = JSON as unknown as JsonWithSources;

/** Parses a text into a value that `JSON.stringify` writes with the same numbers, such as 12345678901234567890. */
export function parseWithSources(text: string): unknown {
  return json.parse(text, (_, value, { source }) =>
    typeof value === 'number' ? json.rawJSON(source) : value,
  );
}

/** The keys of all objects in a JSON text, also repeated ones. */
export function keysOf(text: string): string[] {
  const strings = text.match(/"(?:[^"\\]|\\.)*"\s*:?/g) ?? [];
  return strings.filter((string) => string.endsWith(':')).map(decodeKey);
}

/** A text that is no JSON may have what only looks like a key. */
function decodeKey(string: string): string {
  const quoted = string.slice(0, string.lastIndexOf('"') + 1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}
