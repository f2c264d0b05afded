import type { Random } from './random.ts';
import { malformedParts, validParts } from './responseParts.ts';

const partNames = [
  'version',
  'status',
  'reason',
  'headers',
  'framing',
  'lineEnd',
  'bytes',
  'ending',
] as const;

/** The parts of a response to malform; all others are valid. */
type Malformed = ReadonlySet<(typeof partNames)[number]>;

export interface FuzzedResponse {
  /** The bytes in the pieces to write them in. */
  pieces: Buffer[];
  /** What happens to the connection afterwards. */
  ending: 'keep' | 'close' | 'reset' | 'stall';
}

/** Creates a response of a backend with up to two malformed parts. */
export function createFuzzedResponse(random: Random): FuzzedResponse {
  const malformed: Malformed = new Set(
    Array.from({ length: random.below(3) }, () => random.pick(partNames)),
  );
  const { text, isDelimited } = createResponse(random, malformed);
  let bytes = Buffer.from(text, 'latin1');
  if (malformed.has('bytes')) {
    for (let changes = random.below(6); changes > 0; changes--) {
      bytes[random.below(bytes.length)] = random.below(256);
    }
  }
  if (!malformed.has('ending')) {
    return { pieces: split(random, bytes), ending: isDelimited ? 'keep' : 'close' };
  }
  // At the end of the headers a host that waits for the body has sent nothing yet.
  const headEnd = text.indexOf('\r\n\r\n') + 4;
  bytes = bytes.subarray(0, random.oneIn(2) ? headEnd : random.below(bytes.length + 1));
  return {
    pieces: split(random, bytes),
    ending: random.oneIn(8) ? 'stall' : random.pick(['close', 'reset', 'reset'] as const),
  };
}

function createResponse(random: Random, malformed: Malformed) {
  const partsOf = (name: (typeof partNames)[number]) =>
    malformed.has(name) ? malformedParts : validParts;
  const status = random.pick(partsOf('status').statuses);
  const hasBody = status !== '204' && status !== '304';
  const body = hasBody ? ' '.repeat(random.below(random.oneIn(10) ? 90_000 : 200)) : '';
  const frame = random.pick(partsOf('framing').framings);
  const { headers, framed } = hasBody ? frame(body) : { headers: [], framed: '' };
  const headerCount = malformed.has('headers') && random.oneIn(30) ? 2_500 : random.below(5);
  const lines = [
    `${random.pick(partsOf('version').versions)} ${status} ${random.pick(partsOf('reason').reasons)}`,
    ...Array.from({ length: headerCount }, () => createHeader(random, malformed)),
    ...headers,
  ];
  const early = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(
    random.oneIn(10) ? 1 + random.below(3) : 0,
  );
  const lineEnd = malformed.has('lineEnd') ? random.pick(malformedParts.lineEnds) : '\r\n';
  return {
    text: `${early}${lines.join(lineEnd)}${lineEnd}${lineEnd}${framed}`,
    isDelimited: !hasBody || headers.length > 0,
  };
}

function createHeader(random: Random, malformed: Malformed): string {
  if (!malformed.has('headers')) return random.pick(validParts.headers);
  return `${random.pick(malformedParts.headerNames)}: ${random.pick(malformedParts.headerValues)}`;
}

function split(random: Random, bytes: Buffer): Buffer[] {
  if (!random.oneIn(4)) return [bytes];
  const at = random.below(bytes.length + 1);
  return [bytes.subarray(0, at), ...split(random, bytes.subarray(at))];
}
