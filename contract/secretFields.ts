import { findObjects, isObject } from './jsonPointer.ts';
import { mask } from './mask.ts';

/** The fields of OAuth 2.0 (RFC 6749, RFC 6750) are secret whatever the contract says. */
const commonNames = ['access_token', 'client_secret', 'password', 'refresh_token'];

/** The names of all properties that a contract marks with `format: password`, and of its API keys. */
export function findSecretFields(document: unknown): ReadonlySet<string> {
  const names = new Set(commonNames);
  for (const [object] of findObjects(document)) {
    const { type, name } = object;
    if (type === 'apiKey' && typeof name === 'string') names.add(name).add(name.toLowerCase());

    const secrets = Object.entries(object).filter(([, child]) => {
      return isObject(child) && child.format === 'password';
    });
    for (const [secret] of secrets) names.add(secret);
  }
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
