/** Parts to assemble HTTP messages from. A value that is listed twice is chosen twice as often. */

/** Returns the framing headers and the framed body. */
type Framing = (body: string) => { headers: string[]; framed: string };

function frameWith(length: (body: string) => string): Framing {
  return (body) => ({ headers: [`Content-Length: ${length(body)}`], framed: body });
}

function chunkWith(coding: string, sizeOf = (body: string) => body.length.toString(16)): Framing {
  return (body) => ({
    headers: [`Transfer-Encoding: ${coding}`],
    framed: `${body ? `${sizeOf(body)}\r\n${body}\r\n` : ''}0\r\n\r\n`,
  });
}

const withLength = frameWith((body) => String(body.length));

const chunkedByByte: Framing = (body) => ({
  headers: ['Transfer-Encoding: chunked'],
  framed: `${body.replace(/./gs, '1\r\n$&\r\n')}0\r\n\r\n`,
});

export const validFramings: readonly Framing[] = [
  withLength,
  withLength,
  chunkWith('chunked'),
  chunkedByByte,
];

/** Without a length, the end of the connection is the end of the body. */
export const unframed: Framing = (body) => ({ headers: [], framed: body });

// biome-ignore format: rows of short values
export const malformedParts = {
  methods: ['get', 'G ET', 'GETT', '', 'PRI', 'BREW', '\x00GET', 'A'.repeat(300)],
  targets: ['*', 'http://elsewhere.test/rest/a', 'a.test:443', ''],
  /** Inserted anywhere in a target. */
  targetFragments: [
    '..', '/../', '/./', '//', '\\', ';', ';x=y', '%2f', '%5c', '%00', '%2e%2e', '%', '%zz',
    '%c0%ae', '%ff', '%25', '#', '?', '?a=b&c', '?password=x&a[]=1', '&status=x', '=', '.', '\x01',
    '\x7f', '\xff', '\xe9', '{', '}', '|', '"', '<', '\t', ' ', 'A'.repeat(2_000), 'A'.repeat(20_000),
  ],
  hostLines: [
    '', 'Host:', 'Host: a/b', 'Host: a\r\nHost: b', 'Host: \xff', 'Host: [::1]:80', 'host : a',
  ],
  versions: [
    'HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/9.9', 'http/1.1', 'HTTP', 'ICY', '', '\x16\x03\x01',
  ],
  statuses: [
    '000', '001', '099', '100', '101', '102', '103', '199', '600', '999', '1000', '20', '-1', '', 'OK',
    '2\x0000', '0x1',
  ],
  reasons: ['O\x01K', 'O\x00K', 'O\x7fK', 'O\rK', '\xff\xe9', 'O\tK', 'A'.repeat(20_000), 'OK\r\n'],
  headerNames: [
    'Accept', 'Accept-Encoding', 'Access-Control-Allow-Origin', 'Connection', 'Content-Encoding',
    'Content-Length', 'Content-Location', 'Content-Security-Policy', 'Content-Type', 'Content-Type',
    'Cookie', 'Date', 'ETag', 'Expect', 'Host', 'Host ', 'If-None-Match', 'Keep-Alive', 'Link',
    'Location', 'Prefer', 'Range', 'Referer', 'Refresh', 'Set-Cookie', 'TE', 'Trailer',
    'Transfer-Encoding', 'Upgrade', 'Vary', 'X-Forwarded-For', 'X-Original-URL', 'X-Request-Id', '',
    ' ', 'X Y', 'X\x00', 'X:', '\xff', '__proto__', 'constructor', 'A'.repeat(9_000),
  ],
  headerValues: [
    '', 'a', 'json', '/', ';', 'text/html; charset', 'text/event-stream', 'a/b; c="', '\x00', '\x01',
    '\x7f', '\xff\xfe', 'a\rb', 'a\nb', 'chunked', 'gzip', 'br;q=0, *;q=1', 'close', 'keep-alive',
    'upgrade', 'websocket', 'close, content-length', 'content-type', '100-continue', '-1', '1e3',
    '99999999999999999999', '127.0.0.1, evil', '//evil.test', 'http://[', 'http:////a',
    'javascript:a', 'bytes=0-', '"x"', '()<>@', ',,,,', '<'.repeat(5_000), ';'.repeat(5_000),
    '0;url=http://[', 'a=1; Domain = x; path', '=', '%', '*', 'A'.repeat(9_000), 'timeout=0',
    'x\r\n folded',
  ],
  framings: [
    unframed,
    frameWith((body) => String(body.length + 9)),
    frameWith((body) => String(Math.max(0, body.length - 1))),
    frameWith(() => '-1'),
    frameWith(() => '1e3'),
    frameWith(() => '70000'),
    frameWith(() => '99999999999999999999'),
    frameWith((body) => `${body.length}\r\nContent-Length: ${body.length + 1}`),
    frameWith((body) => `${body.length}\r\nTransfer-Encoding: chunked`),
    chunkWith('gzip, chunked'),
    chunkWith('chunked, chunked'),
    chunkWith('chunked\r\nTransfer-Encoding: chunked'),
    chunkWith('chunked\r\nTrailer: Content-Length'),
    chunkWith('gzip'),
    chunkWith('identity'),
    chunkWith('\x0bchunked'),
    chunkWith('chunked', () => 'z'),
    chunkWith('chunked', () => '-1'),
    chunkWith('chunked', () => '0x1'),
    chunkWith('chunked', () => 'ffffffffffffffff'),
    chunkWith('chunked', (body) => (body.length + 5).toString(16)),
    chunkWith('chunked', (body) => `${body.length.toString(16)};x=\x01`),
    (body) => ({ headers: ['Content-Length: 2'], framed: `{}${body}HTTP/1.1 200 OK\r\n\r\n` }),
  ],
  lineEnds: ['\n', '\r', '\r\r\n', '\n\r'],
} satisfies Record<string, readonly (string | Framing)[]>;
