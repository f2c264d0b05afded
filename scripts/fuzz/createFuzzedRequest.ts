import type { Random } from '../verify/phases/fuzzing/random.ts';
import { createMessage, encodeMessage, type Malformed, pickMalformed } from './fuzzedMessage.ts';
import { malformedParts } from './messageParts.ts';

/** What valid requests of a server consist of. */
export interface RequestParts {
  targets: readonly string[];
  /** Header lines. */
  headers: readonly string[];
  bodies: readonly { type: string; text: string }[];
}

// biome-ignore format: rows of short values
const methods = [
  'GET', 'GET', 'GET', 'POST', 'POST', 'POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT',
];

const hostParts: RequestParts = {
  targets: [
    '/',
    '/app/subscriber-feedback/',
    '/app/subscriber-feedback/1/daily/contact',
    '/app/subscriber-feedback/assets/main.js',
    '/rest/subscriber-feedback/briefs/daily',
    '/rest/subscriber-feedback/form-submit',
    '/rest/alchemyuser/currentUser',
    '/jsp/logout.jsp',
    '/jsp/utilities/tools.jsp',
    '/health/ready',
  ],
  headers: [
    'Accept: a',
    'Accept-Encoding: gzip, br',
    'Connection: close',
    'Connection: close, X-Forwarded-For, X-Forwarded-Host, X-Request-Id',
    'Connection: keep-alive',
    'Connection: upgrade',
    'Cookie: x=y; z',
    'Range: bytes=0-',
    'Referer: http://a.test/b?c',
    'Upgrade: websocket',
    'Forwarded: for=192.0.2.66;host=forged.test',
    'X-Forwarded-For: 192.0.2.66',
    'X-Forwarded-Host: forged.test',
    'X-Forwarded-Proto: https',
    'X-Request-Id: forged-0123456789',
    'X-Real-IP: 192.0.2.66',
    'X-Original-URL: /rest/b',
  ],
  bodies: ['', 'x', 'x'.repeat(200), 'x'.repeat(60_000), 'x'.repeat(90_000)].map((text) => {
    return { type: 'application/json', text };
  }),
};

/** Creates the bytes of one or two HTTP requests with up to two malformed parts. */
export function createFuzzedRequest(random: Random, parts = hostParts): Buffer {
  const malformed = pickMalformed(random);
  const first = createRequest(random, malformed, parts);
  const text = first + (random.isTrue(1 / 8) ? createRequest(random, malformed, parts) : '');
  const bytes = encodeMessage(random, malformed, text);
  return malformed.has('ending') ? bytes.subarray(0, random.below(bytes.length)) : bytes;
}

function createRequest(random: Random, malformed: Malformed, parts: RequestParts): string {
  const isMalformed = () => malformed.has('startLine') && random.isTrue(1 / 2);
  const method = random.pick(isMalformed() ? malformedParts.methods : methods);
  const target = isMalformed() ? createTarget(random, parts.targets) : random.pick(parts.targets);
  const version = isMalformed() ? random.pick(malformedParts.versions) : 'HTTP/1.1';
  const hasBody = method === 'POST' || malformed.has('framing');
  const { type, text } = random.pick(parts.bodies);
  const host = malformed.has('headers') && random.isTrue(1 / 2);
  return createMessage(random, malformed, {
    startLine: `${method} ${target} ${version}`,
    headers: [
      host ? random.pick(malformedParts.hostLines) : 'Host: a.test',
      ...(hasBody ? [`Content-Type: ${type}`] : []),
    ],
    otherHeaders: parts.headers,
    body: hasBody ? text : undefined,
  });
}

function createTarget(random: Random, valid: readonly string[]): string {
  let target = random.pick([...valid, ...malformedParts.targets]);
  for (let insertions = 1 + random.below(2); insertions > 0; insertions--) {
    const at = random.below(target.length + 1);
    target = target.slice(0, at) + random.pick(malformedParts.targetFragments) + target.slice(at);
  }
  return target;
}
