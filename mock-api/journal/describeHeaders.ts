import { mask, maskQuery } from '../contract/secretFields.ts';

/** Headers whose values identify a session or a client. */
const secretHeader =
  /^(proxy-)?authorization$|^(set-)?cookie$|(^|-)(api-?key|secret|session|token)$/;
const urlHeaders = new Set(['location', 'referer']);

type HeaderValues = Readonly<Record<string, unknown>>;

/** The headers of a message as text, by name in lower case, with secrets masked. */
export function describeHeaders(
  headers: HeaderValues,
  secretFields: ReadonlySet<string>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (secretHeader.test(name) || secretFields.has(name)) return [name, mask];
      return [name, urlHeaders.has(name) ? maskQuery(String(value), secretFields) : String(value)];
    }),
  );
}
