import type { Parameter } from '../contract.ts';
import { isJson } from '../mediaType.ts';
import { isRecord } from './sampleValue.ts';

/** Characters that no encoder has to touch in a path segment (RFC 3986, 3.3), but for `;`. */
const PLAIN_IN_PATH = /%(21|24|26|27|28|29|2A|2C|3D|3A|40|2B)/g;

/** A path's value as it stands in the address; undefined where the style cannot write it. */
export function encodePathValue(parameter: Parameter, value: unknown): string | undefined {
  const encode = (text: string) =>
    encodeURIComponent(text).replace(PLAIN_IN_PATH, (code) => decodeURIComponent(code));
  const { style, name, explode } = parameter;
  const joint =
    style === 'label' && explode ? '.' : style === 'matrix' && explode ? `;${name}=` : ',';
  const text = join(parameter, value, joint, encode);
  if (text === undefined) return undefined;
  return `${style === 'label' ? '.' : style === 'matrix' ? `;${name}=` : ''}${text}`;
}

/** The pairs of a query, encoded. */
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
  const joints: Record<string, string> = { spaceDelimited: '%20', pipeDelimited: '%7C' };
  const text = join(parameter, value, joints[style] ?? ',', encodeURIComponent);
  return text === undefined ? undefined : [pair(name, text)];

  function pairs(entries: readonly (readonly [string, unknown])[]): string[] | undefined {
    const texts = entries.map(([key, inner]) => {
      const scalar = scalarText(inner);
      return scalar === undefined ? undefined : pair(key, encodeURIComponent(scalar));
    });
    return texts.includes(undefined) ? undefined : (texts as string[]);
  }
}

/** A header's or a cookie's value; undefined also where a header cannot carry its characters. */
export function encodeHeaderValue(parameter: Parameter, value: unknown): string | undefined {
  const text = join(parameter, value, ',', (part) => part);
  return text !== undefined && /^[\x20-\x7e]*$/.test(text) ? text : undefined;
}

function join(
  { contentType, explode }: Parameter,
  value: unknown,
  joint: string,
  encode: (text: string) => string,
): string | undefined {
  if (contentType) {
    return encode(isJson(contentType) ? JSON.stringify(value) : String(value));
  }
  const parts = Array.isArray(value)
    ? value
    : isRecord(value)
      ? Object.entries(value).flatMap(([key, inner]) =>
          explode ? [`${key}=${scalarText(inner)}`] : [key, inner],
        )
      : [value];
  const texts = parts.map(scalarText);
  return texts.includes(undefined)
    ? undefined
    : texts.map((text) => encode(text ?? '')).join(joint);
}

/** A single value as text; lists and objects have none. */
export function scalarText(value: unknown): string | undefined {
  if (value === null) return '';
  return typeof value === 'object' || value === undefined ? undefined : String(value);
}
