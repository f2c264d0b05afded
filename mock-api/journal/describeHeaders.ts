import { mask } from '../contract/secretFields.ts';

/** Their values identify a session. */
const secretHeaders = new Set(['cookie', 'set-cookie', 'authorization', 'proxy-authorization']);

type HeaderValues = Readonly<Record<string, unknown>>;

/** The headers of a message as text, by name in lower case, with secrets masked. */
export function describeHeaders(headers: HeaderValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [
        name.toLowerCase(),
        secretHeaders.has(name.toLowerCase()) ? mask : String(value),
      ]),
  );
}
