import { isObject } from './jsonPointer.ts';
import { mask } from './mask.ts';

/** Of OAuth 2.0 (RFC 6749, RFC 6750), whatever the contract says. */
const commonNames = ['access_token', 'client_secret', 'password', 'refresh_token'];

/** The names of all properties that a contract marks with `format: password`, and of its API keys. */
export function findSecretFields(document: unknown): ReadonlySet<string> {
  const names = new Set(commonNames);
  const visit = (value: unknown) => {
    if (!isObject(value)) return;
    if (value.type === 'apiKey' && typeof value.name === 'string') {
      names.add(value.name).add(value.name.toLowerCase());
    }
    for (const [name, child] of Object.entries(value)) {
      if (isObject(child) && child.format === 'password') names.add(name);
      visit(child);
    }
  };
  visit(document);
  return names;
}

/** A copy of a JSON value with the values of these fields masked, at any depth. */
export function maskFields(value: unknown, names: ReadonlySet<string>): unknown {
  const maskField = (name: string, child: unknown) => (names.has(name) ? mask : child);
  return JSON.parse(JSON.stringify(value, maskField));
}

/**
 * Masks these fields in the query and the path parameters of a URL, also as a part of another name:
 * `user[password]`.
 */
export function maskQuery(url: string, names: ReadonlySet<string>): string {
  const maskPair = (pair: string, separator: string, name: string) => {
    const [decoded = ''] = new URLSearchParams(name).keys();
    const parts = decoded.split(/[.[\]]/);
    const isSecret = parts.some((part) => names.has(part) || names.has(part.toLowerCase()));
    return isSecret ? `${separator}${name}=${mask}` : pair;
  };
  const start = url.indexOf('?');
  const path = start < 0 ? url : url.slice(0, start);
  const query = start < 0 ? '' : url.slice(start);
  return (
    path.replace(/(;)([^=;/]*)=[^;/]*/g, maskPair) +
    query.replace(/([?&])([^=&]*)=[^&]*/g, maskPair)
  );
}
