import { type IsSecret, isForm, mask, parseMediaType } from '#contract';

/** Copies a JSON value, with masks in place of secrets at any depth. */
export function maskValue(value: unknown, isSecret: IsSecret): unknown {
  return JSON.parse(stringify(value, isSecret));
}

function stringify(value: unknown, isSecret: IsSecret): string {
  return JSON.stringify(value, (name, child) => (isSecret(name, 'body') ? mask : child));
}

/** Masks secrets in the query and the fragment of a URL, and in the parameters of its path. */
export function maskUrl(url: string, isSecret: IsSecret): string {
  const maskPair = (pair: string, separator: string, name: string) => {
    const [decoded = ''] = new URLSearchParams(name).keys();
    return isSecret(decoded, 'query') ? `${separator}${name}=${mask}` : pair;
  };
  return url
    .replace(/([?&#])([^=&#]*)=[^&#]*/g, maskPair)
    .replace(/(;)([^=;/?&#]*)=[^;/?#]*/g, maskPair);
}

/** Copies headers as text, with masks in place of secrets, also in the URLs of redirects and links. */
export function maskHeaders(
  headers: Readonly<Record<string, unknown>>,
  isSecret: IsSecret,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (isSecret(name, 'header')) return [name, mask];
      const text = Array.isArray(value) ? value.join(', ') : String(value);
      return [name, maskUrl(text, isSecret)];
    }),
  );
}

/**
 * Masks secrets in the text of a JSON or form body. A text with a secret is masked as a whole if it cannot be parsed
 * without a loss.
 */
export function maskText(text: string, contentType: string, isSecret: IsSecret): string {
  if (isForm(parseMediaType(contentType)?.essence ?? '')) {
    return maskUrl(`?${text}`, isSecret).slice(1);
  }
  const keys = listKeys(text);
  if (!keys.some((name) => isSecret(name, 'body'))) return text;

  try {
    const value = parseWithSources(text);
    // Of a repeated key, parsing keeps only the last value.
    const isComplete = listKeys(JSON.stringify(value)).length === keys.length;
    return isComplete ? stringify(value, isSecret) : mask;
  } catch {
    return mask;
  }
}

interface JsonWithSources {
  parse(text: string, reviver: (name: string, value: unknown, context: Source) => unknown): unknown;
  rawJSON(text: string): unknown;
}

interface Source {
  /** The text of a number, text, boolean or null. */
  source: string;
}

// TypeScript 5.9 has types for neither.
const json = JSON as unknown as JsonWithSources;

/** Parses JSON so that `JSON.stringify` writes the same numbers again, such as 12345678901234567890. */
function parseWithSources(text: string): unknown {
  return json.parse(text, (_, value, { source }) =>
    typeof value === 'number' ? json.rawJSON(source) : value,
  );
}

/** Returns the keys of all objects in a JSON text, also repeated ones. */
function listKeys(text: string): string[] {
  const strings = text.match(/"(?:[^"\\]|\\.)*"\s*:?/g) ?? [];
  return strings.filter((string) => string.endsWith(':')).map(decodeKey);
}

/** Decodes a key of a JSON text, or returns it as it is if it is not valid. */
function decodeKey(string: string): string {
  const quoted = string.slice(0, string.lastIndexOf('"') + 1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}
