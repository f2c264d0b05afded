export interface ParsedMediaType {
  /** Type and subtype in lower case. */
  essence: string;
  /** Names in lower case. */
  parameters: Readonly<Record<string, string>>;
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const ESSENCE = new RegExp(`^${TOKEN}/${TOKEN}$`);
const PARAMETER = new RegExp(
  `;\\s*(?:(${TOKEN})=(?:"((?:[^"\\\\]|\\\\.)*)"|(${TOKEN})))?\\s*`,
  'y',
);

/** Reads a `Content-Type` (RFC 9110, 8.3); undefined where it is none. */
export function parseMediaType(text: string): ParsedMediaType | undefined {
  const end = text.indexOf(';') < 0 ? text.length : text.indexOf(';');
  const essence = text.slice(0, end).trim().toLowerCase();
  if (!ESSENCE.test(essence)) return undefined;

  const parameters: Record<string, string> = {};
  PARAMETER.lastIndex = end;
  while (PARAMETER.lastIndex < text.length) {
    const match = PARAMETER.exec(text);
    if (!match) return undefined;
    const [, name, quoted, plain] = match;
    if (name) parameters[name.toLowerCase()] = quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '';
  }
  return { essence, parameters };
}

/** The entry of a contract's `content` that describes a media type best: exact, then `type/*`, then any. */
export function findMediaType<T extends { mediaType: string }>(
  content: readonly T[],
  actual: ParsedMediaType,
): T | undefined {
  const [type] = actual.essence.split('/');
  const fits = (declared: string, essence: string) => {
    const parsed = parseMediaType(declared);
    return (
      parsed?.essence === essence &&
      Object.entries(parsed.parameters).every(
        ([name, value]) => actual.parameters[name]?.toLowerCase() === value.toLowerCase(),
      )
    );
  };
  for (const essence of [actual.essence, `${type}/*`, '*/*']) {
    const found = content.find(({ mediaType }) => fits(mediaType, essence));
    if (found) return found;
  }
  return undefined;
}

/** `application/json`, `text/json`, and anything that ends in `+json`. */
export function isJson(essence: string): boolean {
  return /^(application|text)\/json$|\+json$/.test(essence);
}

export function isForm(essence: string): boolean {
  return essence === 'application/x-www-form-urlencoded';
}
