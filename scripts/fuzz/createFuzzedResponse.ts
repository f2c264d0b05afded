import type { Random } from '../verify/phases/fuzzing/random.ts';
import { createMessage, encodeMessage, pickMalformed } from './fuzzedMessage.ts';
import { malformedParts, unframed, validFramings } from './messageParts.ts';

// biome-ignore format: rows of short values
const validParts = {
  statuses: ['200', '200', '200', '201', '204', '302', '304', '400', '401', '404', '500', '503'],
  headers: [
    'Content-Type: application/json', 'Content-Type: text/event-stream', 'Content-Encoding: br',
    'Set-Cookie: a=b; Domain=backend.test; Path=/', 'Location: /rest/a', 'ETag: "x"',
    'Connection: close', 'Cache-Control: max-age=60', 'Link: <http://backend.test/a>; rel=next',
  ],
};

export interface FuzzedResponse {
  /** The bytes in the pieces to write them in. */
  pieces: Buffer[];
  /** What happens to the connection afterwards. */
  ending: 'keep' | 'close' | 'reset' | 'stall';
}

/** Creates a response of a backend with up to two malformed parts. */
export function createFuzzedResponse(random: Random): FuzzedResponse {
  const malformed = pickMalformed(random);
  const pick = (valid: readonly string[], invalid: readonly string[]) =>
    random.pick(malformed.has('startLine') && random.isTrue(1 / 2) ? invalid : valid);
  const version = pick(['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0'], malformedParts.versions);
  const status = pick(validParts.statuses, malformedParts.statuses);
  const reason = pick(['OK', 'Not Found', ''], malformedParts.reasons);
  const hasBody = status !== '204' && status !== '304';
  const isDelimited = !hasBody || !random.isTrue(1 / 4);
  const early = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(
    random.isTrue(1 / 10) ? 1 + random.below(3) : 0,
  );
  const message = createMessage(random, malformed, {
    startLine: `${version} ${status} ${reason}`,
    otherHeaders: validParts.headers,
    body: hasBody ? ' '.repeat(random.below(random.isTrue(1 / 10) ? 90_000 : 200)) : undefined,
    framings: isDelimited ? validFramings : [unframed],
  });
  const text = early + message;
  const bytes = encodeMessage(random, malformed, text);
  if (!malformed.has('ending')) {
    return { pieces: split(random, bytes), ending: isDelimited ? 'keep' : 'close' };
  }
  // At the end of the headers a host that waits for the body has sent nothing yet.
  const headEnd = text.indexOf('\r\n\r\n') + 4;
  const end = random.isTrue(1 / 2) ? headEnd : random.below(bytes.length + 1);
  return {
    pieces: split(random, bytes.subarray(0, end)),
    ending: random.isTrue(1 / 8) ? 'stall' : random.pick(['close', 'reset', 'reset'] as const),
  };
}

function split(random: Random, bytes: Buffer): Buffer[] {
  if (!random.isTrue(1 / 4)) return [bytes];
  const at = random.below(bytes.length + 1);
  return [bytes.subarray(0, at), ...split(random, bytes.subarray(at))];
}
