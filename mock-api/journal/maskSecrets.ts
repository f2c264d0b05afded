import { type IsSecret, isForm, mask, parseMediaType } from '#contract';
import { keysOf, parseWithSources } from './exactJson.ts';

/** A copy of a JSON value with masks in place of secrets, at any depth. */
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
  const [path = ''] = url.split(/[?#]/, 1);
  return (
    path.replace(/(;)([^=;/]*)=[^;/]*/g, maskPair) +
    url.slice(path.length).replace(/([?&#])([^=&#]*)=[^&#]*/g, maskPair)
  );
}

/** The headers of a message as text, with masks in place of secrets, also in the URLs of redirects and links. */
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
 * Masks secrets in the text of a JSON or form body. The whole text is masked if it has the name of a secret, but cannot be
 * parsed without a loss.
 */
export function maskText(text: string, contentType: string, isSecret: IsSecret): string {
  if (isForm(parseMediaType(contentType)?.essence ?? '')) {
    return maskUrl(`?${text}`, isSecret).slice(1);
  }
  const keys = keysOf(text);
  if (!keys.some((name) => isSecret(name, 'body'))) return text;

  try {
    const value = parseWithSources(text);
    // A repeated key hides what the first one has.
    const isComplete = keysOf(JSON.stringify(value)).length === keys.length;
    return isComplete ? stringify(value, isSecret) : mask;
  } catch {
    return mask;
  }
}
