import { encodeScalar, type Parameter } from '../../contract/index.ts';

/** Characters allowed unescaped in a path segment (RFC 3986, 3.3), except `;`. */
const unescapedInPath = /%(21|24|26|27|28|29|2A|2C|3D|3A|40|2B)/g;

/** The text of a path parameter; undefined if it cannot have the value. */
export function encodePathValue(value: unknown): string | undefined {
  return join(value, (text) =>
    encodeURIComponent(text).replace(unescapedInPath, (code) => decodeURIComponent(code)),
  );
}

/** The `name=value` pairs of a query parameter; undefined if it cannot have the value. */
export function encodeQueryValue(parameter: Parameter, value: unknown): string[] | undefined {
  const items = parameter.explode && Array.isArray(value) ? value : [value];
  const texts = items.map((item) => join(item, encodeURIComponent));
  const pairs = texts.map((text) => `${encodeURIComponent(parameter.name)}=${text}`);
  return texts.includes(undefined) ? undefined : pairs;
}

/** The value of a header or cookie; undefined if it is not printable ASCII. */
export function encodeHeaderValue(value: unknown): string | undefined {
  const text = join(value, (part) => part);
  return text !== undefined && /^[\x20-\x7e]*$/.test(text) ? text : undefined;
}

function join(value: unknown, encode: (text: string) => string): string | undefined {
  const texts = [value].flat().map(encodeScalar);
  return texts.includes(undefined) ? undefined : texts.map((text) => encode(text ?? '')).join(',');
}
