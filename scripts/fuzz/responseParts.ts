/** Parts to assemble HTTP responses from. A value that is listed twice is chosen twice as often. */

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
const chunked = chunkWith('chunked');
const chunkedByByte: Framing = (body) => ({
  headers: ['Transfer-Encoding: chunked'],
  framed: `${body.replace(/./gs, '1\r\n$&\r\n')}0\r\n\r\n`,
});

// biome-ignore format: rows of short values
export const validParts = {
  versions: ['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0'],
  statuses: ['200', '200', '200', '201', '204', '302', '304', '400', '401', '404', '500', '503'],
  reasons: ['OK', 'Not Found', ''],
  headers: [
    'Content-Type: application/json', 'Content-Type: text/event-stream', 'Content-Encoding: br',
    'Set-Cookie: a=b; Domain=backend.test; Path=/', 'Location: /rest/a', 'ETag: "x"',
    'Connection: close', 'Cache-Control: max-age=60', 'Link: <http://backend.test/a>; rel=next',
  ],
  framings: [withLength, withLength, chunked, chunkedByByte, (body) => ({ headers: [], framed: body })],
} satisfies Record<string, readonly (string | Framing)[]>;

// biome-ignore format: rows of short values
export const malformedParts = {
  versions: ['HTTP/2.0', 'HTTP/0.9', 'HTTP/9.9', 'http/1.1', 'HTTP', 'ICY', '', '\x16\x03\x01'],
  statuses: [
    '000', '001', '099', '100', '101', '102', '103', '199', '600', '999', '1000', '20', '-1', '', 'OK',
    '2\x0000', '0x1',
  ],
  reasons: ['O\x01K', 'O\x00K', 'O\x7fK', 'O\rK', '\xff\xe9', 'O\tK', 'A'.repeat(20_000), 'OK\r\n'],
  headerNames: [
    'Content-Type', 'Content-Type', 'Content-Encoding', 'Content-Length', 'Transfer-Encoding',
    'Set-Cookie', 'Location', 'Content-Location', 'Refresh', 'Link', 'Connection', 'Keep-Alive',
    'Upgrade', 'Trailer', 'TE', 'Date', 'ETag', 'Content-Security-Policy', 'X-Request-Id', 'Vary',
    'Access-Control-Allow-Origin', '', ' ', 'X Y', 'X\x00', 'X:', '\xff', '__proto__', 'constructor',
    'A'.repeat(9_000),
  ],
  headerValues: [
    '', 'json', '/', ';', 'text/html; charset', 'text/event-stream', 'a/b; c="', '\x00', '\x01', '\x7f',
    '\xff\xfe', 'a\rb', 'a\nb', 'chunked', 'gzip', 'close', 'keep-alive', 'upgrade', 'content-type',
    'content-length', '-1', '1e3', '99999999999999999999', '//evil.test', 'http://[', 'http:////a',
    'javascript:a', '<'.repeat(5_000), ';'.repeat(5_000), '0;url=http://[', 'a=1; Domain = x; path',
    '=', '%', '*', 'A'.repeat(9_000), 'timeout=0', 'x\r\n folded',
  ],
  framings: [
    frameWith((body) => String(body.length + 9)),
    frameWith((body) => String(Math.max(0, body.length - 1))),
    frameWith(() => '-1'),
    frameWith(() => '1e3'),
    frameWith(() => '99999999999999999999'),
    frameWith((body) => `${body.length}\r\nContent-Length: ${body.length + 1}`),
    frameWith((body) => `${body.length}\r\nTransfer-Encoding: chunked`),
    chunkWith('gzip, chunked'),
    chunkWith('chunked, chunked'),
    chunkWith('chunked\r\nTransfer-Encoding: chunked'),
    chunkWith('gzip'),
    chunkWith('identity'),
    chunkWith('\x0bchunked'),
    chunkWith('chunked', () => 'z'),
    chunkWith('chunked', () => '-1'),
    chunkWith('chunked', () => 'ffffffffffffffff'),
    chunkWith('chunked', (body) => (body.length + 5).toString(16)),
    chunkWith('chunked', (body) => `${body.length.toString(16)};x=\x01`),
    (body) => ({ headers: ['Content-Length: 2'], framed: `{}${body}HTTP/1.1 200 OK\r\n\r\n` }),
  ],
  lineEnds: ['\n', '\r', '\r\r\n', '\n\r'],
} satisfies Record<string, readonly (string | Framing)[]>;
