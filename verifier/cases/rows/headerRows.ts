import type { Expected } from '../../model.ts';
import { addQuery, type WireRequest } from '../../send/wireRequest.ts';
import { type Row, withHeaders } from './row.ts';

/** Rows that are sent in one request, and alone only if that fails. */
export const headerGroups: readonly (readonly [name: string, rows: readonly Row[]])[] = [
  [
    'the headers of a browser and a gateway',
    [
      header({ Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }),
      header({
        'Accept-Language':
          'de-CH, de;q=0.9, fr-CH;q=0.8, fr;q=0.7, it;q=0.5, rm-CH;q=0.4, en;q=0.2, *;q=0.1',
      }),
      header({ 'Accept-Encoding': 'gzip, deflate, br, zstd' }),
      header({ Cookie: 'flag; _ga=GA1.2.3; pref="a b"; e=; f=a=b; g=%zz' }),
      header({ Referer: 'https://example.com/a?b', 'Sec-Fetch-Mode': 'cors' }),
      header({
        'X-Forwarded-For': '192.0.2.1, 2001:db8::1',
        'X-Forwarded-Proto': 'https',
        Via: '1.1 contract-check',
      }),
      header({ 'X-Request-ID': '6f9619ff-8b86-4011-b42d-00c04fc964ff' }),
    ],
  ],
  [
    'headers that clients and gateways add',
    [
      header({ Authorization: 'Basic Y29udHJhY3Q6Y2hlY2s=' }),
      header({ 'Accept-Encoding': 'identity', 'Accept-Language': '*' }),
      header({
        'X-Forwarded-For': 'unknown, 127.0.0.1, [::1]:80',
        Forwarded: 'for=unknown;proto=',
      }),
      header({
        traceparent: 'contract-check',
        tracestate: '=',
        baggage: ';',
        'X-Request-ID': '{"a": 1}',
      }),
      header({ Cookie: 'contract-check={"a":[1,"b"]}; =; contract-check2' }),
      header({ Referer: 'contract check' }),
    ],
  ],
];

/** Headers and queries that clients, gateways and frameworks send or act on. */
export const headerRows: readonly Row[] = [
  header({ Cookie: `contract-check=${'a'.repeat(3000)}` }),
  header({ Accept: 'application/json' }, 'accept', [406]),
  header({ Accept: 'application/vnd.contract-check' }, 'any'),
  header({ Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }, 'accept', [403]),
  header(
    { 'X-Original-URL': '/contract-check', 'X-Rewrite-URL': '/contract-check' },
    'accept',
    [403],
  ),
  header({ 'X-HTTP-Method-Override': 'DELETE' }, 'accept', [403]),
  {
    name: 'there is no Accept and no User-Agent',
    expected: 'accept',
    tolerated: [401, 403],
    change: (request) => ({ ...request, hasNoDefaultHeaders: true }),
  },
  ofReads(header({ 'If-None-Match': '"contract-check"' })),
  ofReads(header({ 'If-None-Match': '*' }, 'any')),
  ofReads(header({ 'If-Modified-Since': 'contract-check' })),
  ofReads(header({ Range: 'bytes=z-1' }, 'any')),
  ofReads(header({ Range: 'bytes=0-3', 'If-Range': '"contract-check"' })),
  ofReads(query('contractCheck=%00%ff%zz', 'any', [400, 404])),
  query(
    `contractCheck=${'a'.repeat(1000)}&callback=a&format=xml&fields=a&a[b]=c&a=1&a=2`,
    'accept',
    [400],
  ),
  query('_method=DELETE', 'accept', [400]),
  {
    name: 'the query has the names of the path parameters',
    expected: 'accept',
    tolerated: [400],
    change: (request, { parameters }) => {
      const names = parameters.flatMap(({ in: place, name }) => (place === 'path' ? name : []));
      const pairs = names.map((name) => `${encodeURIComponent(name)}=contract-check`);
      return pairs.length === 0 ? undefined : addQuery(request, pairs.join('&'));
    },
  },
];

function header(
  headers: WireRequest['headers'],
  expected: Expected = 'accept',
  tolerated: readonly number[] = [431],
): Row {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value.slice(0, 50)}`);
  return {
    name: lines.join(', '),
    expected,
    tolerated,
    // A server may read any credentials where it needs some.
    change: (request, { security }) =>
      security.length > 0 && 'Authorization' in headers ? undefined : withHeaders(request, headers),
  };
}

function query(text: string, expected: Expected, tolerated: readonly number[]): Row {
  return {
    name: `the query has ${text.slice(0, 40)}`,
    expected,
    tolerated,
    change: (request) => addQuery(request, text),
  };
}

function ofReads(row: Row): Row {
  return {
    ...row,
    change: (request, operation) =>
      request.method === 'GET' ? row.change(request, operation) : undefined,
  };
}
