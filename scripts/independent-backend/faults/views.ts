import type { BackendRequest } from '../exchange.ts';
import { briefsPath } from '../operations.ts';
import { parseCookies, parseForm, pathOf } from '../parse.ts';

/** The decoded id of a brief, or the encoded one if it is malformed. */
export function idOf({ target }: BackendRequest): string {
  const encoded = pathOf(target).slice(briefsPath.length);
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

export function queryOf({ target }: BackendRequest): string {
  return /\?(.*)$/s.exec(target)?.[1] ?? '';
}

export function bodyOf({ chunks }: BackendRequest): string {
  return Buffer.concat(chunks).toString();
}

/** The properties of the JSON object in the body; none if it is anything else. */
export function jsonOf(request: BackendRequest): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(bodyOf(request));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export function isJson(request: BackendRequest): boolean {
  try {
    JSON.parse(bodyOf(request));
    return true;
  } catch {
    return false;
  }
}

/** A property of the JSON body, or '' if it is not a string. */
export function fieldOf(request: BackendRequest, name: string): string {
  const value = jsonOf(request)[name];
  return typeof value === 'string' ? value : '';
}

/** The fields of the form; none if it is malformed. */
export function formOf(request: BackendRequest): Record<string, string> {
  try {
    return Object.fromEntries(parseForm(bodyOf(request)));
  } catch {
    return {};
  }
}

export function sessionIdOf({ headers }: BackendRequest): string | undefined {
  return parseCookies(headers.cookie).get('JSESSIONID');
}
