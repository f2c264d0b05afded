import {
  framings,
  hosts,
  lineEnds,
  methods,
  names,
  oddFramings,
  oddMethods,
  oddTargets,
  plainNames,
  plainValues,
  sizes,
  targetBits,
  targets,
  values,
  versions,
} from './fuzzWords.ts';
import type { Random } from './random.ts';

const parts = [
  'method',
  'target',
  'version',
  'lineEnd',
  'host',
  'headers',
  'framing',
  'bytes',
] as const;
type Part = (typeof parts)[number];

/** The bytes of an HTTP request, or two of them, of which up to three parts are not as they should be. */
export function fuzzRequest(random: Random): Buffer {
  const odd = new Set(Array.from({ length: random.below(4) }, () => random.pick(parts)));
  const text = request(random, odd) + (random.oneIn(8) ? request(random, odd) : '');
  const bytes = Buffer.from(text, 'latin1');
  if (!odd.has('bytes')) return bytes;
  for (let flips = random.below(6); flips > 0; flips--) {
    bytes[random.below(bytes.length)] = random.below(256);
  }
  return random.oneIn(2) ? bytes.subarray(0, random.below(bytes.length)) : bytes;
}

function request(random: Random, odd: ReadonlySet<Part>): string {
  const end = odd.has('lineEnd') ? random.pick(lineEnds) : '\r\n';
  const method = random.pick(odd.has('method') ? oddMethods : methods);
  const takesBody = method === 'POST' || odd.has('framing');
  const body = takesBody ? 'x'.repeat(random.below(random.oneIn(10) ? 90_000 : 200)) : '';
  const framing = random.pick(odd.has('framing') ? oddFramings : framings);
  const framed = takesBody ? framing(body) : '';
  const count = odd.has('headers') && random.oneIn(30) ? 3_000 : random.below(4);
  const lines = [
    `${method} ${target(random, odd)} ${odd.has('version') ? random.pick(versions) : 'HTTP/1.1'}`,
    ...(odd.has('host') ? [random.pick(hosts)] : ['Host: a.test']),
    ...Array.from({ length: count }, () => header(random, odd)),
    ...(framed ? [framed] : []),
  ];
  const coded = framed.includes('chunked') ? chunks(random, body, odd) : body;
  return `${lines.join(end)}${end}${end}${coded}`;
}

function target(random: Random, odd: ReadonlySet<Part>): string {
  let target = random.pick(odd.has('target') ? [...targets, ...oddTargets] : targets);
  if (!odd.has('target')) return target;
  for (let changes = random.below(3); changes > 0; changes--) {
    const at = random.below(target.length + 1);
    target = target.slice(0, at) + random.pick(targetBits) + target.slice(at);
  }
  return target;
}

function header(random: Random, odd: ReadonlySet<Part>): string {
  if (!odd.has('headers')) return `${random.pick(plainNames)}: ${random.pick(plainValues)}`;
  return `${random.pick(names)}${random.oneIn(20) ? ' ' : ''}:${random.pick(values)}`;
}

function chunks(random: Random, body: string, odd: ReadonlySet<Part>): string {
  const size = odd.has('framing') ? random.pick(sizes) : body.length.toString(16);
  const trailer = random.oneIn(6) ? 'Content-Length: 5\r\n' : '';
  return body ? `${size}\r\n${body}\r\n0\r\n${trailer}\r\n` : `0\r\n${trailer}\r\n`;
}
