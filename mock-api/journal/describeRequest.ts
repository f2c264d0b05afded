import type { IncomingMessage } from 'node:http';
import { mask, maskFields, maskQuery, type Operation, type ValidatedRequest } from '#contract';
import { keysOf, parseWithSources } from './exactJson.ts';
import { type JournalEntry, tooLong } from './journalEntry.ts';

/** The limit in characters. A valid submission with a real captcha response takes a fifth of it. */
const maxBodyLength = 16 * 1024;

/** The journal fields of a request that arrives. */
export function describeArrival(
  { url = '', headers }: IncomingMessage,
  secretFields: ReadonlySet<string>,
): Pick<JournalEntry, 'path' | 'requestHeaders'> {
  const requestHeaders = describeHeaders(headers, secretFields);
  return { path: maskQuery(url, secretFields), requestHeaders };
}

/** The journal fields of a request to an operation, even if it violates the contract. */
export function describeRequest(
  operation: Operation,
  { body, violations }: ValidatedRequest,
  { key, name }: Pick<JournalEntry, 'key' | 'name'>,
  secretFields: ReadonlySet<string>,
): Partial<JournalEntry> {
  return {
    operation: operation.id,
    key: key === undefined ? key : maskQuery(key, secretFields),
    name,
    body: body === undefined ? body : maskFields(limitLength(body), secretFields),
    violations,
  };
}

/** The journal fields of a response as it is sent. */
export function describeResponse(
  { headers, body }: { headers: Readonly<Record<string, unknown>>; body: Buffer },
  secretFields: ReadonlySet<string>,
): Partial<JournalEntry> {
  const decoded = body.toString();
  const isText = Buffer.from(decoded).equals(body);
  const text = isText ? decoded : body.toString('base64');
  return {
    responseHeaders: describeHeaders(headers, secretFields),
    responseBody:
      text.length > maxBodyLength ? `${text.length}${tooLong}` : maskText(text, secretFields),
    responseEncoding: isText ? undefined : 'base64',
  };
}

function maskText(text: string, secretFields: ReadonlySet<string>): string {
  const isSecret = (name: string) => secretFields.has(name);
  const isNamed = [...secretFields].some((name) => text.includes(`"${name}"`));
  // A name may also be written with escapes.
  if (!isNamed && !(text.includes('\\u') && keysOf(text).some(isSecret))) return text;

  try {
    const value = parseWithSources(text);
    // A repeated key hides what the first one has.
    if (keysOf(JSON.stringify(value)).length !== keysOf(text).length) return mask;
    return JSON.stringify(value, (name, child) => (isSecret(name) ? mask : child));
  } catch {
    return mask;
  }
}

/** The value, or its length if that is too long for the journal. */
function limitLength(value: unknown): unknown {
  const { length } = JSON.stringify(value);
  return length > maxBodyLength ? `${length}${tooLong}` : value;
}

/** Headers whose values identify a session or a client. */
const secretHeader =
  /^(proxy-)?authorization$|^(set-)?cookie$|(^|-)(api-?key|secret|session|token)$/;
const urlHeaders = new Set(['location', 'referer']);

type HeaderValues = Readonly<Record<string, unknown>>;

/** Whether an entry has a mask instead of the value of a header or a field. */
export function isMasked(name: string, isHeader: boolean, secretFields: ReadonlySet<string>) {
  const key = isHeader ? name.toLowerCase() : name;
  return secretFields.has(key) || (isHeader && secretHeader.test(key));
}

/** The headers of a message as text, by name in lower case, with secrets masked. */
function describeHeaders(
  headers: HeaderValues,
  secretFields: ReadonlySet<string>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (isMasked(name, true, secretFields)) return [name, mask];
      const text = Array.isArray(value) ? value.join(', ') : String(value);
      return [name, urlHeaders.has(name) ? maskQuery(text, secretFields) : text];
    }),
  );
}
