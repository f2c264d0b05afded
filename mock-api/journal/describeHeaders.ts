import { mask, maskQuery } from '../contract/secretFields.ts';

/** Their values identify a session or a client. */
const secretHeaders = new Set([
  ...['authorization', 'cookie', 'proxy-authorization', 'set-cookie'],
  ...['x-api-key', 'x-auth-token', 'x-csrf-token', 'x-xsrf-token'],
]);
const urlHeaders = new Set(['location', 'referer']);

type HeaderValues = Readonly<Record<string, unknown>>;

/** The headers of a message as text, by name in lower case, with secrets masked. */
export function describeHeaders(
  headers: HeaderValues,
  secretFields: ReadonlySet<string>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => value !== undefined)
      .map(([header, value]) => {
        const name = header.toLowerCase();
        if (secretHeaders.has(name) || secretFields.has(name)) return [name, mask];
        return [
          name,
          urlHeaders.has(name) ? maskQuery(String(value), secretFields) : String(value),
        ];
      }),
  );
}
