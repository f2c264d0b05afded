import type { IncomingMessage } from 'node:http';

/** Whether Express can parse the path of a request target; for any other, it skips all routes. */
export function isParsable(target: string): boolean {
  return /^\/[!-"$-~]*$/.test(target);
}

const ambiguousTargets: readonly (readonly [RegExp, string])[] = [
  [/^[^/]/, 'The request target must begin with a slash.'],
  [/[^\x21-\x7e]|#/, 'The request target contains a character that must be percent-encoded.'],
  [/^[^?]*\/\//, 'The path contains an empty segment.'],
  [/^[^?]*\/\.{1,2}(?:[/?]|$)/, 'The path contains a dot segment.'],
  [/^[^?]*[^\w\-.~!$&'()*+,=:@{}%/?]/, 'The path contains a character that is not allowed.'],
  [/^[^?]*%(?:[01][0-9a-f]|2[5ef]|3b|5c|7f)/i, 'The path contains an encoded delimiter.'],
];

/** Describes an ambiguity of a request target, such as a dot segment, or returns undefined. */
export function findTargetAmbiguity(target: string): string | undefined {
  const [, message] = ambiguousTargets.find(([pattern]) => pattern.test(target)) ?? [];
  return (
    message ?? (isDecodable(target) ? undefined : 'The path contains invalid percent-encoding.')
  );
}

/** Whether the path is valid UTF-8, which excludes overlong encodings of a dot or a slash. */
function isDecodable(target: string): boolean {
  try {
    decodeURIComponent(target.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

const singletonHeaders = ['host', 'content-length', 'transfer-encoding', 'content-type'];

/** Describes an ambiguity of a request's version and headers, or returns undefined. */
export function findHeaderAmbiguity(req: IncomingMessage): string | undefined {
  if (!/^1\.[01]$/.test(req.httpVersion)) return 'The HTTP version must be 1.0 or 1.1.';

  const repeated = findRepeatedSingleton(req);
  if (repeated) return `The ${repeated} header appears more than once.`;

  const { host, 'transfer-encoding': encoding, 'content-length': length } = req.headers;
  if (host === undefined && req.httpVersion === '1.1') return 'The host header is missing.';
  if (host !== undefined && !/^[\w.\-:[\]]*$/.test(host)) return 'The host header is invalid.';

  const encodingAmbiguity = findEncodingAmbiguity(req);
  if (encodingAmbiguity) return encodingAmbiguity;

  const hasBody = encoding !== undefined || Number(length ?? 0) !== 0;
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  return isRead && hasBody ? 'A GET or HEAD request must not have a body.' : undefined;
}

/** Finds a header that must not be repeated, but is: Node.js keeps only its first value in `headers`. */
function findRepeatedSingleton(req: IncomingMessage): string | undefined {
  // Listing all values takes longer than the other checks.
  if (req.rawHeaders.length === 2 * Object.keys(req.headers).length) return undefined;

  return singletonHeaders.find((name) => (req.headersDistinct[name] ?? []).length > 1);
}

function findEncodingAmbiguity({ headers, httpVersion }: IncomingMessage): string | undefined {
  const { 'transfer-encoding': encoding, 'content-length': length } = headers;
  if (encoding === undefined) return undefined;
  if (encoding.toLowerCase() !== 'chunked') return 'The transfer encoding must be chunked.';
  if (length !== undefined) {
    return 'The request has both a content-length and a transfer-encoding header.';
  }

  return httpVersion === '1.1' ? undefined : 'HTTP/1.0 does not support transfer encodings.';
}
