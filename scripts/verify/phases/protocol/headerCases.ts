import { mergeHeaders } from '../../plan/mergeHeaders.ts';
import type { CaseDraft } from '../../plan/testCase.ts';
import { addQuery } from '../../plan/wireRequest.ts';
import { type PhaseContext, withHeaders } from '../phaseContext.ts';

/** Headers that browsers and gateways add. Without their meaning for the operation, all are ignored. */
const browserHeaders: readonly [description: string, headers: Readonly<Record<string, string>>][] =
  [
    [
      'a browser’s Accept',
      { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
    ],
    [
      'a long Accept-Language',
      {
        'Accept-Language':
          'de-CH, de;q=0.9, fr-CH;q=0.8, fr;q=0.7, it-CH;q=0.6, it;q=0.5, rm-CH;q=0.4, en-GB;q=0.3, en;q=0.2, *;q=0.1',
      },
    ],
    ['Accept-Encoding', { 'Accept-Encoding': 'gzip, deflate, br, zstd' }],
    [
      'cookies of other applications',
      { Cookie: 'flag; _ga=GA1.2.3; pref="a b"; e=; f=a=b; g=%zz' },
    ],
    ['a long cookie', { Cookie: `contract-check=${'a'.repeat(3000)}` }],
    [
      'Referer and fetch metadata',
      { Referer: 'https://example.com/a?b', 'Sec-Fetch-Mode': 'cors' },
    ],
    [
      'forwarding headers',
      { 'X-Forwarded-For': '192.0.2.1, 2001:db8::1', Via: '1.1 contract-check' },
    ],
    ['an X-Request-ID', { 'X-Request-ID': '6f9619ff-8b86-4011-b42d-00c04fc964ff' }],
  ];

/** Conditions that no current response can meet, so that the full response follows (RFC 9110, 13). */
const conditions: readonly [description: string, headers: Readonly<Record<string, string>>][] = [
  ['If-None-Match has another entity tag', { 'If-None-Match': '"contract-check"' }],
  ['If-Modified-Since is no date', { 'If-Modified-Since': 'contract-check' }],
  ['If-Modified-Since is in 1970', { 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' }],
];

/** Requests whose headers a server must ignore or understand. */
export function* headerCases(context: PhaseContext): Iterable<CaseDraft> {
  const { operation, isTagged } = context;
  const all = [...browserHeaders, ...staleCookies(context)];
  const parts = all.map(([name, headers]) =>
    withHeaders(context, `The request has ${name}.`, headers, { toleratedStatuses: [431] }),
  );
  yield withHeaders(
    context,
    'The request has the headers of a browser and a gateway.',
    mergeHeaders(...all.map(([, headers]) => headers)),
    { parts, toleratedStatuses: [431] },
  );
  const types = [
    ...new Set(operation.responses.flatMap(({ content }) => content.map((it) => it.mediaType))),
  ];
  if (types.length > 0) {
    const accept = { Accept: types.join(', ') };
    yield withHeaders(context, 'Accept lists the declared media types.', accept, {
      isThorough: isTagged,
    });
  }
  yield withHeaders(
    context,
    'Accept lists another media type.',
    { Accept: 'application/vnd.contract-check' },
    { kind: 'unusual request' },
  );
  if (operation.method === 'GET' && !isTagged) yield* readCases(context);
  if (!isTagged || operation.requestBody) yield frameworkQuery(context);
  if (operation.requestBody) yield* bodyTransferCases(context);
}

/** Browsers send the cookie of an ended session with every request, also where none is needed. */
function staleCookies({ contract, operation }: PhaseContext): typeof browserHeaders {
  if (operation.security.length > 0) return [];
  const schemes = contract.operations.flatMap(({ security }) => security.flat());
  const keys = schemes.flatMap(({ in: place, key = '' }) => (place === 'cookie' ? [key] : []));
  return [...new Set(keys)].map((key) => [
    `an ended session in the cookie "${key}"`,
    { Cookie: `${key}=contract-check-ended` },
  ]);
}

function* readCases(context: PhaseContext): Iterable<CaseDraft> {
  const { contract, operation, base } = context;
  for (const [description, headers] of conditions)
    yield withHeaders(context, `${description}.`, headers);
  yield {
    ...base,
    kind: 'unusual request',
    description: 'The query has an undeclared parameter.',
    rewrite: (request) => addQuery(request, 'contractCheck=%00%ff%zz'),
  };
  const declaresHead = contract.operations.some(
    ({ method, path }) => method === 'HEAD' && path === operation.path,
  );
  if (declaresHead) return;
  yield {
    ...base,
    description: 'The method is HEAD.',
    toleratedStatuses: [405],
    rewrite: (request) => ({ ...request, method: 'HEAD' }),
  };
}

/** Parameters that frameworks act on. A server may reject those that the operation does not declare. */
function frameworkQuery({ base, operation }: PhaseContext): CaseDraft {
  const declared = new Set(operation.parameters.map(({ name }) => name));
  const added = ['_method=DELETE', 'callback=a', 'format=xml', 'fields=a', 'a[b]=c', 'a=1&a=2'];
  const inPath = operation.parameters.filter(({ in: place }) => place === 'path');
  const query = [
    ...inPath.map(({ name }) => `${encodeURIComponent(name)}=contract-check`),
    `contractCheck=${'a'.repeat(1000)}`,
    ...added.filter((pair) => !declared.has(pair.split(/[=[]/)[0] ?? '')),
  ].join('&');
  return {
    ...base,
    description: 'The query has parameters that frameworks act on.',
    toleratedStatuses: [400],
    rewrite: (request) => addQuery(request, query),
  };
}

/** HTTP allows 411 and 417 for these. */
function* bodyTransferCases(context: PhaseContext): Iterable<CaseDraft> {
  yield {
    ...context.base,
    description: 'The body is sent in chunks.',
    toleratedStatuses: [411],
    rewrite: (request) => request.body && { ...request, isChunked: true },
  };
  const expectation = { Expect: '100-continue' };
  const change = { toleratedStatuses: [417] };
  yield withHeaders(context, 'The request has Expect: 100-continue.', expectation, change);
}
