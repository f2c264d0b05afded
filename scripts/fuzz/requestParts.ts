/** Parts to assemble HTTP requests from. A value that is listed twice is chosen twice as often. */

type Framing = (body: string) => string;

const validFramings: readonly Framing[] = [
  (body) => `Content-Length: ${body.length}`,
  () => 'Transfer-Encoding: chunked',
];

const validTargets = [
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
];

// biome-ignore format: rows of short values
export const validParts = {
  methods: ['GET', 'GET', 'POST', 'POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'],
  targets: validTargets,
  headerNames: [
    'Accept', 'Accept-Encoding', 'Cookie', 'Connection', 'X-Forwarded-For', 'X-Original-URL',
    'Referer', 'Range', 'Upgrade',
  ],
  headerValues: [
    'a', 'keep-alive', 'close', 'upgrade', 'gzip, br', '127.0.0.1', 'http://a.test/b?c', 'x=y; z',
  ],
  framings: validFramings,
};

// biome-ignore format: rows of short values
export const malformedParts = {
  methods: ['get', 'G ET', 'GETT', '', 'PRI', 'BREW', '\x00GET', 'A'.repeat(300)],
  targets: [...validTargets, '*', 'http://elsewhere.test/rest/a', 'a.test:443', ''],
  /** Inserted anywhere in a target. */
  targetFragments: [
    '..', '/../', '/./', '//', '\\', ';', ';x=y', '%2f', '%5c', '%00', '%2e%2e', '%', '%zz',
    '%c0%ae', '%ff', '%25', '#', '?', '?a=b&c', '\x01', '\x7f', '\xff', '\xe9', '{', '}', '|', '"',
    '<', '\t', ' ', 'A'.repeat(2_000), 'A'.repeat(20_000),
  ],
  versions: [
    'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', 'http/1.1',
    '', 'JUNK',
  ],
  lineEnds: ['\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r', '\r\r\n', '\n\r'],
  hostLines: [
    '', 'Host:', 'Host: a/b', 'Host: a\r\nHost: b', 'Host: \xff', 'Host: [::1]:80', 'host : a',
  ],
  headerNames: [
    'Host', 'Host ', 'Content-Type', 'Cookie', 'Accept', 'Accept-Encoding', 'Connection', 'Expect',
    'Upgrade', 'Content-Encoding', 'Range', 'If-None-Match', 'X-Forwarded-For', 'X-Original-URL',
    'Referer', 'TE', 'Trailer', '', ' ', 'X\x00', 'X:', '\xff', 'A'.repeat(9_000), '__proto__',
    'constructor',
  ],
  headerValues: [
    '', 'a', 'close', 'keep-alive', 'upgrade', 'close, content-length', '100-continue', 'websocket',
    'gzip', 'br;q=0, *;q=1', 'bytes=0-', '"x"', '127.0.0.1, evil', '\x00', '\xff\xfe', 'a\rb',
    'http://[', '()<>@', ',,,,', 'A'.repeat(9_000), 'application/json', 'chunked',
  ],
  framings: [
    ...validFramings,
    () => '',
    (body) => `Content-Length: ${body.length + 7}`,
    () => 'Content-Length: -1',
    () => 'Content-Length: 1e3',
    () => 'Content-Length: 99999999999999999999',
    () => 'Content-Length: 70000',
    (body) => `Content-Length: ${body.length}\r\nTransfer-Encoding: chunked`,
    () => 'Transfer-Encoding: gzip, chunked',
    () => 'Transfer-Encoding: \x0bchunked',
    () => 'Content-Length: 1\r\nContent-Length: 2',
  ] satisfies Framing[],
  chunkSizes: [
    '0', '1', 'A', 'a;x=y', 'ffff', '-1', '0x1', 'ffffffffffffffff', '', 'z', '1 ', '10000',
  ],
};
