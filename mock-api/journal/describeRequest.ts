import type { IncomingMessage } from 'node:http';
import type { IsSecret, Operation, ValidatedRequest } from '#contract';
import { type JournalEntry, tooLong } from './journalEntry.ts';
import { maskHeaders, maskText, maskUrl, maskValue } from './maskSecrets.ts';

/** The limit in characters. A valid submission with a real captcha response takes a fifth of it. */
const maxBodyLength = 16 * 1024;

/** The journal fields of a request that arrives. */
export function describeArrival(
  { url = '', headers }: IncomingMessage,
  isSecret: IsSecret,
): Pick<JournalEntry, 'path' | 'requestHeaders'> {
  return { path: maskUrl(url, isSecret), requestHeaders: maskHeaders(headers, isSecret) };
}

/** The journal fields of a request to an operation, even if it violates the contract. */
export function describeRequest(
  operation: Operation,
  { body, violations }: ValidatedRequest,
  { key, name }: Pick<JournalEntry, 'key' | 'name'>,
  isSecret: IsSecret,
): Partial<JournalEntry> {
  return {
    operation: operation.id,
    key: key === undefined ? key : maskUrl(key, isSecret),
    name,
    body: body === undefined ? body : maskValue(limitLength(body), isSecret),
    violations,
  };
}

/** The journal fields of a response as it is sent. */
export function describeResponse(
  { headers, body }: { headers: Readonly<Record<string, unknown>>; body: Buffer },
  isSecret: IsSecret,
): Partial<JournalEntry> {
  const decoded = body.toString();
  const isText = Buffer.from(decoded).equals(body);
  const text = isText ? decoded : body.toString('base64');
  return {
    responseHeaders: maskHeaders(headers, isSecret),
    responseBody:
      text.length > maxBodyLength
        ? `${text.length}${tooLong}`
        : maskText(text, String(headers['content-type']), isSecret),
    responseEncoding: isText ? undefined : 'base64',
  };
}

/** The value, or its length if that is too long for the journal. */
function limitLength(value: unknown): unknown {
  const { length } = JSON.stringify(value);
  return length > maxBodyLength ? `${length}${tooLong}` : value;
}
