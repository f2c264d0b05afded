import type { Random } from './random.ts';
import { malformedParts, validParts } from './requestParts.ts';

const partNames = [
  'method',
  'target',
  'version',
  'lineEnd',
  'host',
  'headers',
  'framing',
  'bytes',
] as const;

/** The parts of a request to malform; all others are valid. */
type Malformed = ReadonlySet<(typeof partNames)[number]>;

/** Creates the bytes of one or two HTTP requests with up to three malformed parts. */
export function createFuzzedRequest(random: Random): Buffer {
  const malformed: Malformed = new Set(
    Array.from({ length: random.below(4) }, () => random.pick(partNames)),
  );
  const first = createRequest(random, malformed);
  const text = first + (random.oneIn(8) ? createRequest(random, malformed) : '');
  const bytes = Buffer.from(text, 'latin1');
  if (!malformed.has('bytes')) return bytes;
  for (let changes = random.below(6); changes > 0; changes--) {
    bytes[random.below(bytes.length)] = random.below(256);
  }
  return random.oneIn(2) ? bytes.subarray(0, random.below(bytes.length)) : bytes;
}

function createRequest(random: Random, malformed: Malformed): string {
  const lineEnd = malformed.has('lineEnd') ? random.pick(malformedParts.lineEnds) : '\r\n';
  const method = random.pick((malformed.has('method') ? malformedParts : validParts).methods);
  const hasBody = method === 'POST' || malformed.has('framing');
  const body = hasBody ? 'x'.repeat(random.below(random.oneIn(10) ? 90_000 : 200)) : '';
  const frame = random.pick((malformed.has('framing') ? malformedParts : validParts).framings);
  const framing = hasBody ? frame(body) : '';
  const headerCount = malformed.has('headers') && random.oneIn(30) ? 3_000 : random.below(4);
  const target = createTarget(random, malformed);
  const version = malformed.has('version') ? random.pick(malformedParts.versions) : 'HTTP/1.1';
  const lines = [
    `${method} ${target} ${version}`,
    malformed.has('host') ? random.pick(malformedParts.hostLines) : 'Host: a.test',
    ...Array.from({ length: headerCount }, () => createHeader(random, malformed)),
    ...(framing ? [framing] : []),
  ];
  const framedBody = framing.includes('chunked') ? encodeChunks(random, body, malformed) : body;
  return `${lines.join(lineEnd)}${lineEnd}${lineEnd}${framedBody}`;
}

function createTarget(random: Random, malformed: Malformed): string {
  if (!malformed.has('target')) return random.pick(validParts.targets);
  let target = random.pick(malformedParts.targets);
  for (let insertions = random.below(3); insertions > 0; insertions--) {
    const at = random.below(target.length + 1);
    target = target.slice(0, at) + random.pick(malformedParts.targetFragments) + target.slice(at);
  }
  return target;
}

function createHeader(random: Random, malformed: Malformed): string {
  const { headerNames, headerValues } = malformed.has('headers') ? malformedParts : validParts;
  const name = random.pick(headerNames);
  if (!malformed.has('headers')) return `${name}: ${random.pick(headerValues)}`;
  return `${name}${random.oneIn(20) ? ' ' : ''}:${random.pick(headerValues)}`;
}

function encodeChunks(random: Random, body: string, malformed: Malformed): string {
  const size = malformed.has('framing')
    ? random.pick(malformedParts.chunkSizes)
    : body.length.toString(16);
  const trailer = random.oneIn(6) ? 'Content-Length: 5\r\n' : '';
  return body ? `${size}\r\n${body}\r\n0\r\n${trailer}\r\n` : `0\r\n${trailer}\r\n`;
}
