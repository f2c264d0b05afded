import type { Expected } from '../../model.ts';
import { addQuery, type WireRequest } from '../../send/wireRequest.ts';
import { describeHeader, type Row } from './row.ts';

/** Headers and queries that clients, gateways and frameworks send or act on. */
export const headerRows: readonly Row[] = [
  group('the headers of a browser and a gateway', {
    Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'Accept-Language':
      'de-CH, de;q=0.9, fr-CH;q=0.8, fr;q=0.7, it;q=0.5, rm-CH;q=0.4, en;q=0.2, *;q=0.1',
    'Accept-Encoding': 'gzip, deflate, br, zstd',
    Cookie: 'flag; _ga=GA1.2.3; pref="a b"; e=; f=a=b; g=%zz',
    Referer: 'https://example.com/a?<b>contract-check',
    'Sec-Fetch-Mode': 'cors',
    'X-Forwarded-For': '192.0.2.1, 2001:db8::1',
    'X-Forwarded-Proto': 'https',
    Via: '1.1 contract-check',
    'X-Request-ID': '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  }),
  group('headers that clients and gateways add', {
    Authorization: 'Basic Y29udHJhY3Q6Y2hlY2s=',
    'Accept-Encoding': 'identity',
    'Accept-Language': '*',
    'X-Forwarded-For': 'unknown, 127.0.0.1, [::1]:80',
    Forwarded: 'for=unknown;proto=',
    traceparent: 'contract-check',
    tracestate: '=',
    baggage: ';',
    'X-Request-ID': '{"a": 1}',
    Cookie: 'contract-check={"a":[1,"b"]}; =; contract-check2',
    Referer: 'contract check',
  }),
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
  ofReads(query('contractCheck=%00%ff%zz', 'any')),
  query(`contractCheck=${'a'.repeat(1000)}&callback=a&format=xml&fields=a&a[b]=c&a=1&a=2`),
  query('_method=DELETE'),
  {
    name: 'the query has the names of the path parameters',
    expected: 'accept',
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
  tolerated: readonly number[] = [],
): Row {
  const name = Object.entries(headers).map(describeHeader).join(', ');
  return { name, expected, tolerated, headers, change: (request) => request };
}

function group(name: string, headers: WireRequest['headers']): Row {
  return { ...header(headers), name: `it has ${name}` };
}

function query(text: string, expected: Expected = 'accept'): Row {
  const name = `the query has ${text.slice(0, 40)}`;
  return { name, expected, change: (request) => addQuery(request, text) };
}

function ofReads(row: Row): Row {
  return {
    ...row,
    change: (request, operation) =>
      request.method === 'GET' ? row.change(request, operation) : undefined,
  };
}
