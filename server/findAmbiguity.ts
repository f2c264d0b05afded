import type { IncomingMessage } from 'node:http';

/** Servers disagree on what these mean; whoever stands behind us may take the meaning we did not check. */
const ambiguousTargets: readonly (readonly [RegExp, string])[] = [
  [/^[^/]/, 'The address has to begin with a slash.'],
  [/[^\x21-\x7e]|#/, 'The address holds a character that has to be encoded.'],
  [/^[^?]*\/\//, 'The path holds an empty segment.'],
  [/^[^?]*\/\.{1,2}(?:[/?]|$)/, 'The path holds a dot segment.'],
  [/^[^?]*[^\w\-.~!$&'()*+,=:@{}%/?]/, 'The path holds a character that it must not.'],
  [/^[^?]*%(?![0-9a-f]{2})/i, 'The path holds a broken encoding.'],
  [/^[^?]*%(?:[01][0-9a-f]|2[5ef]|3b|5c|7f)/i, 'The path holds an encoded separator.'],
];

/** Why a request's target could be read in more than one way, or undefined where it could not. */
export function findAmbiguousTarget(target: string): string | undefined {
  const found = ambiguousTargets.find(([pattern]) => pattern.test(target));
  if (found) return found[1];
  return isDecodable(target) ? undefined : 'The path holds a broken encoding.';
}

const single = ['host', 'content-length', 'transfer-encoding', 'content-type'];

/** Why a request's headers could be read in more than one way, or undefined where they could not. */
export function findAmbiguousHeaders(req: IncomingMessage): string | undefined {
  const seen = new Set<string>();
  for (let i = 0; i < req.rawHeaders.length; i += 2) {
    const name = req.rawHeaders[i]?.toLowerCase() ?? '';
    if (single.includes(name) && seen.has(name)) return `There is more than one ${name} header.`;
    seen.add(name);
  }
  const { host, connection = '', 'transfer-encoding': coding } = req.headers;
  const length = req.headers['content-length'] ?? '0';
  if (host !== undefined && !/^[\w.\-:[\]]*$/.test(host)) return 'The host has no valid name.';
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    return 'The only transfer encoding taken is chunked.';
  }
  if (coding !== undefined && seen.has('content-length')) return 'The body has two lengths.';
  if (coding !== undefined && req.httpVersion !== '1.1') return 'HTTP/1.0 knows no chunks.';
  if (/^(GET|HEAD)$/.test(req.method ?? '') && (coding !== undefined || Number(length) !== 0)) {
    return 'This method takes no body.';
  }
  if (
    /(?:^|[\s,])(?:host|content-length|content-type|transfer-encoding)(?:$|[\s,])/i.test(connection)
  ) {
    return 'The connection header names a header that describes the request.';
  }
  return undefined;
}

/** False for bytes that are no UTF-8, overlong encodings of a dot or a slash among them. */
function isDecodable(target: string): boolean {
  try {
    decodeURIComponent(target.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}
