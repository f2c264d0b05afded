import {
  encodeScalar,
  isJson,
  isRecord,
  type Parameter,
} from '../../../mock-api/contract/index.ts';

/** Characters allowed unescaped in a path segment (RFC 3986, 3.3), except `;`. */
const unescapedInPath = /%(21|24|26|27|28|29|2A|2C|3D|3A|40|2B)/g;

/** The text of a path parameter; undefined if its style cannot represent the value. */
export function encodePathValue(parameter: Parameter, value: unknown): string | undefined {
  const encode = (text: string) =>
    encodeURIComponent(text).replace(unescapedInPath, (code) => decodeURIComponent(code));
  const { style, name, explode } = parameter;
  const separator =
    style === 'label' && explode ? '.' : style === 'matrix' && explode ? `;${name}=` : ',';
  const text = join(parameter, value, separator, encode);
  if (text === undefined) return undefined;
  return `${style === 'label' ? '.' : style === 'matrix' ? `;${name}=` : ''}${text}`;
}

/** The `name=value` pairs of a query parameter; undefined if its style cannot represent the value. */
export function encodeQueryValue(parameter: Parameter, value: unknown): string[] | undefined {
  const { name, style, explode } = parameter;
  const pair = (key: string, text: string) => `${encodeURIComponent(key)}=${text}`;
  if (!parameter.contentType && style === 'deepObject' && isRecord(value)) {
    return pairs(Object.entries(value).map(([key, inner]) => [`${name}[${key}]`, inner]));
  }
  if (!parameter.contentType && explode && isRecord(value)) return pairs(Object.entries(value));
  if (!parameter.contentType && explode && Array.isArray(value)) {
    return value.length > 0 ? pairs(value.map((item) => [name, item])) : [];
  }
  const separators: Record<string, string> = { spaceDelimited: '%20', pipeDelimited: '%7C' };
  const text = join(parameter, value, separators[style] ?? ',', encodeURIComponent);
  return text === undefined ? undefined : [pair(name, text)];

  function pairs(entries: readonly (readonly [string, unknown])[]): string[] | undefined {
    const texts = entries.map(([key, inner]) => {
      const scalar = encodeScalar(inner);
      return scalar === undefined ? undefined : pair(key, encodeURIComponent(scalar));
    });
    return texts.includes(undefined) ? undefined : (texts as string[]);
  }
}

/** The value of a header or cookie; undefined if it is not printable ASCII. */
export function encodeHeaderValue(parameter: Parameter, value: unknown): string | undefined {
  const text = join(parameter, value, ',', (part) => part);
  return text !== undefined && /^[\x20-\x7e]*$/.test(text) ? text : undefined;
}

function join(
  { contentType, explode }: Parameter,
  value: unknown,
  separator: string,
  encode: (text: string) => string,
): string | undefined {
  if (contentType) {
    return encode(isJson(contentType) ? JSON.stringify(value) : String(value));
  }
  const parts = Array.isArray(value)
    ? value
    : isRecord(value)
      ? Object.entries(value).flatMap(([key, inner]) =>
          explode ? [`${key}=${encodeScalar(inner)}`] : [key, inner],
        )
      : [value];
  const texts = parts.map(encodeScalar);
  return texts.includes(undefined)
    ? undefined
    : texts.map((text) => encode(text ?? '')).join(separator);
}
