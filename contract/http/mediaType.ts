import { MIMEType } from 'node:util';

/** Parses a `Content-Type`; undefined if its type is malformed. */
export function parseMediaType(text: string): MIMEType | undefined {
  try {
    return new MIMEType(text);
  } catch {
    return undefined;
  }
}

/** Returns the type and subtype of a `Content-Type` in lower case; empty if it is missing or malformed. */
export function essenceOf(text = ''): string {
  return parseMediaType(text)?.essence ?? '';
}

/** Finds the entry for a `Content-Type` header, or the reason why there is none. */
export function matchContentType<T extends { mediaType: string }>(
  content: readonly T[],
  contentType: string | undefined,
): { declared: T; actual: MIMEType } | { reason: string } {
  const expected = content.map(({ mediaType }) => mediaType).join(' or ');
  if (contentType === undefined) return { reason: `has no media type; expected ${expected}` };

  const actual = parseMediaType(contentType);
  if (!actual) return { reason: `has a malformed media type; expected ${expected}` };

  const declared = content.find(({ mediaType }) => mediaType.toLowerCase() === actual.essence);
  if (declared) return { declared, actual };
  return { reason: `has the media type ${actual.essence}; expected ${expected}` };
}

/** Whether a media type is JSON: `application/json`, `text/json` or a subtype that ends in `+json`. */
export function isJson(essence: string): boolean {
  return /^(application|text)\/json$|\+json$/.test(essence);
}

export function isForm(essence: string): boolean {
  return essence === 'application/x-www-form-urlencoded';
}

/** Whether a media type is that of problem details (RFC 9457). */
export function isProblem(essence: string): boolean {
  return essence === 'application/problem+json';
}
