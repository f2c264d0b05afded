import { type ContractContext, mask, splitTarget } from '#contract';
import type { Exchange } from './exchange.ts';
import { type JournalEntry, maxPathLength, tooLong } from './journalEntry.ts';
import { maskHeaders, maskText, maskUrl, maskValue } from './maskSecrets.ts';

/**
 * The limit on the length of a recorded body in characters. A valid submission with a real captcha response takes a
 * fifth of it.
 */
const maxBodyLength = 16 * 1024;

/**
 * Returns the journal entry of an exchange, pending or ended, with masks in place of secrets.
 * @param recordBodies whether the entry has the request target, ids, headers and bodies
 */
export function describeExchange(
  exchange: Exchange,
  recordBodies: boolean,
): Omit<JournalEntry, 'id' | 'at'> {
  const { req, context, operation, scenario, forwardedTo, reason, unexpected } = exchange;
  const { status, mediaType, outcome = 'pending', durationMs, violations } = exchange;
  const { method = '', url = '/' } = req;
  const entry = {
    method,
    path: describePath(context, method, url, recordBodies).slice(0, maxPathLength),
    operation: operation?.id,
    scenario,
    forwardedTo,
    reason,
    unexpected,
    status,
    mediaType,
    durationMs,
    outcome,
    violations: [...violations],
  };
  return recordBodies ? { ...entry, ...describeContents(exchange) } : entry;
}

/** Returns the request target, or the path of the contract if the target is not recorded or contains a secret. */
function describePath(
  { contract, matchOperation, isSecret }: ContractContext,
  method: string,
  url: string,
  recordBodies: boolean,
): string {
  const match = matchOperation(method, splitTarget(url).path);
  if (match.kind !== 'operation') return recordBodies ? maskUrl(url, isSecret) : mask;

  const isOpen = !Object.keys(match.pathValues).some((name) => isSecret(name, 'query'));
  if (recordBodies && isOpen) return maskUrl(url, isSecret);
  return contract.basePath + match.operation.path;
}

function describeContents({ req, context, key, name, body, response }: Exchange) {
  const { isSecret } = context;
  const request = {
    key: key === undefined ? undefined : maskUrl(key, isSecret),
    name,
    requestHeaders: maskHeaders(req.headers, isSecret),
    body: body === undefined ? undefined : maskValue(limitLength(body), isSecret),
  };
  if (!response) return request;

  const responseHeaders = maskHeaders(response.headers, isSecret);
  const contentType = responseHeaders['content-type'] ?? '';
  return { ...request, responseHeaders, ...describeBody(response.body, contentType, context) };
}

/** Returns the properties of an entry for the body of a response; none if the body is unknown. */
function describeBody(
  body: Buffer | undefined,
  contentType: string,
  { isSecret }: ContractContext,
): Pick<JournalEntry, 'responseBody' | 'responseEncoding'> {
  if (body === undefined) return {};

  const decoded = body.toString();
  const isText = Buffer.from(decoded).equals(body);
  const text = isText ? decoded : body.toString('base64');
  const isTooLong = text.length > maxBodyLength;
  return {
    responseBody: isTooLong ? `${text.length}${tooLong}` : maskText(text, contentType, isSecret),
    responseEncoding: isText ? undefined : 'base64',
  };
}

/** Returns the value, or its length if it is too long for the journal. */
function limitLength(value: unknown): unknown {
  const { length } = JSON.stringify(value);
  return length > maxBodyLength ? `${length}${tooLong}` : value;
}
