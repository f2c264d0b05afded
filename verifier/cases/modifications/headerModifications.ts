import { addQuery, type WireRequest } from '../../send/wireRequest.ts';
import { describeHeader, type Modification } from './modification.ts';

/** Modifications by headers and queries that clients and gateways send, or frameworks interpret. */
export const headerModifications: readonly Modification[] = [
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
  header({ Accept: 'application/json' }, { tolerated: [406] }),
  header({ Accept: 'application/vnd.contract-check' }, { expected: 'any' }),
  header({ Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }, { tolerated: [403] }),
  header(
    { 'X-Original-URL': '/contract-check', 'X-Rewrite-URL': '/contract-check' },
    { tolerated: [403] },
  ),
  header({ 'X-HTTP-Method-Override': 'DELETE' }, { tolerated: [403] }),
  onGet(header({ 'If-None-Match': '"contract-check"' })),
  onGet(header({ 'If-Modified-Since': 'contract-check' })),
  onGet(header({ Range: 'bytes=0-3', 'If-Range': '"contract-check"' })),
  onGet(query('contractCheck=%00%ff%zz', { expected: 'any' })),
  query(`contractCheck=${'a'.repeat(1000)}&callback=a&format=xml&fields=a&a[b]=c&a=1&a=2`),
  query('_method=DELETE'),
  {
    name: 'the query has the names of the path parameters',
    modify: (request, { parameters }) => {
      const names = parameters.flatMap(({ in: place, name }) => (place === 'path' ? name : []));
      const pairs = names.map((name) => `${encodeURIComponent(name)}=contract-check`);
      return pairs.length === 0 ? undefined : addQuery(request, pairs.join('&'));
    },
  },
];

type Options = Pick<Modification, 'expected' | 'tolerated'>;

function header(headers: WireRequest['headers'], options?: Options): Modification {
  const name = Object.entries(headers).map(describeHeader).join(', ');
  return { name, headers, modify: (request) => request, ...options };
}

function group(name: string, headers: WireRequest['headers']): Modification {
  return { ...header(headers), name: `it has ${name}` };
}

function query(text: string, options?: Options): Modification {
  const name = `the query has ${text.slice(0, 40)}`;
  return { name, modify: (request) => addQuery(request, text), ...options };
}

function onGet(modification: Modification): Modification {
  return {
    ...modification,
    modify: (request, operation) =>
      request.method === 'GET' ? modification.modify(request, operation) : undefined,
  };
}
