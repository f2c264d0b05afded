import type { SocialLink } from '../client/settings.ts';

/** Each gives the value, or undefined for a text that it does not take. */

export function parseWholeNumber(text: string, from: number, to: number): number | undefined {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return value >= from && value <= to ? value : undefined;
}

export function parseUrl(text: string): string | undefined {
  const url = /^https?:\/\/[^\s\\]+$/i.test(text) ? URL.parse(text) : null;
  return url && !url.username && !url.password ? url.href : undefined;
}

/** An address that others are appended to: trailing slashes are taken off. */
export function parseBaseUrl(text: string): string | undefined {
  return /[?#]/.test(text) ? undefined : parseUrl(text)?.replace(/\/+$/, '');
}

export function parseUrlOrPath(text: string): string | undefined {
  return /^\/(?!\/)[^\s\\]*$/.test(text) ? text : parseUrl(text);
}

/** Slashes around it are taken off. */
export function parseRelativePath(text: string): string | undefined {
  const path = text.replace(/^\/+|\/+$/g, '');
  const dotted = path.split('/').some((segment) => /^\.+$/.test(segment));
  return /^[\w\-.~]+(\/[\w\-.~]+)*$/.test(path) && !dotted ? path : undefined;
}

/** As the contract has it. */
export function parseRouteId(text: string): string | undefined {
  return /^(?!\.+$)[\w\-.~!$&'()*+,=:@{}]{1,128}$/.test(text) ? text : undefined;
}

/** `/a,/b/c`, without those that the host answers itself. */
export function parsePathPrefixes(text: string): readonly string[] | undefined {
  return every(text.split(','), (part) => {
    const path = part.trim().startsWith('/') ? parseRelativePath(part.trim()) : undefined;
    return path && !/^(?:app|health)(?:\/|$)/.test(path) ? `/${path}` : undefined;
  });
}

/** `name=address, name=address`, or `none`. */
export function parseNamedUrls(text: string): readonly SocialLink[] | undefined {
  if (text === 'none') return [];
  return every(text.split(/,\s*(?=[^,=]+=\s*https?:)/i), (part) => {
    const [, name, address = ''] = part.trim().match(/^([^=]*[^=\s])\s*=\s*(\S+)$/) ?? [];
    const url = parseUrl(address);
    return name && url ? { name, url } : undefined;
  });
}

/** All parts as `parse` gives them, or undefined when it does not take one of them. */
function every<Value>(
  parts: readonly string[],
  parse: (part: string) => Value | undefined,
): Value[] | undefined {
  const values = parts.map(parse).filter((value) => value !== undefined);
  return values.length === parts.length ? values : undefined;
}
