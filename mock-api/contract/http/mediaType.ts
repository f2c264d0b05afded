export interface ParsedMediaType {
  /** Type and subtype in lower case. */
  essence: string;
  /** Names in lower case. */
  parameters: Readonly<Record<string, string>>;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const essencePattern = new RegExp(`^${token}/${token}$`);
const parameterPattern = new RegExp(
  `;\\s*(?:(${token})=(?:"((?:[^"\\\\]|\\\\.)*)"|(${token})))?\\s*`,
  'y',
);

/** Parses a `Content-Type` (RFC 9110, 8.3); returns undefined if any part of it is malformed. */
export function parseMediaType(text: string): ParsedMediaType | undefined {
  const end = text.indexOf(';') < 0 ? text.length : text.indexOf(';');
  const essence = text.slice(0, end).trim().toLowerCase();
  if (!essencePattern.test(essence)) return undefined;

  const parameters: Record<string, string> = {};
  parameterPattern.lastIndex = end;
  while (parameterPattern.lastIndex < text.length) {
    const match = parameterPattern.exec(text);
    if (!match) return undefined;
    const [, name, quoted, unquoted] = match;
    if (name) parameters[name.toLowerCase()] = quoted?.replace(/\\(.)/g, '$1') ?? unquoted ?? '';
  }
  return { essence, parameters };
}

/** Finds the most specific entry for a media type: the exact one, then `type/*`, then any. */
export function findMediaType<T extends { mediaType: string }>(
  content: readonly T[],
  actual: ParsedMediaType,
): T | undefined {
  const [type] = actual.essence.split('/');
  const matches = (declared: string, essence: string) => {
    const parsed = parseMediaType(declared);
    return (
      parsed?.essence === essence &&
      Object.entries(parsed.parameters).every(
        ([name, value]) => actual.parameters[name]?.toLowerCase() === value.toLowerCase(),
      )
    );
  };
  for (const essence of [actual.essence, `${type}/*`, '*/*']) {
    const entry = content.find(({ mediaType }) => matches(mediaType, essence));
    if (entry) return entry;
  }
  return undefined;
}

/** Finds the entry for a `Content-Type` header, or the reason why there is none. */
export function matchContentType<T extends { mediaType: string }>(
  content: readonly T[],
  contentType: string | undefined,
): { declared: T; actual: ParsedMediaType } | { reason: string } {
  const expected = content.map(({ mediaType }) => mediaType).join(' or ');
  if (contentType === undefined) return { reason: `has no media type; expected ${expected}` };
  const actual = parseMediaType(contentType);
  if (!actual) return { reason: `has a malformed media type; expected ${expected}` };
  const declared = findMediaType(content, actual);
  if (declared) return { declared, actual };
  return { reason: `has the media type ${actual.essence}; expected ${expected}` };
}

/** `application/json`, `text/json` and every subtype that ends in `+json`. */
export function isJson(essence: string): boolean {
  return /^(application|text)\/json$|\+json$/.test(essence);
}

export function isForm(essence: string): boolean {
  return essence === 'application/x-www-form-urlencoded';
}
