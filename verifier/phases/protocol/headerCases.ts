import { forwardedHeaders } from '../../plan/forwardedHeaders.ts';
import { mergeHeaders, type SentHeaders } from '../../plan/mergeHeaders.ts';
import type { CaseDraft, DraftChange } from '../../plan/testCase.ts';
import { addQuery } from '../../plan/wireRequest.ts';
import { type PhaseContext, withHeaders } from '../phaseContext.ts';

type HeaderRow = readonly [description: string, headers: SentHeaders, change?: DraftChange];

/** Headers that browsers and gateways add. */
const browserHeaders: readonly HeaderRow[] = [
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
  ['cookies of other applications', { Cookie: 'flag; _ga=GA1.2.3; pref="a b"; e=; f=a=b; g=%zz' }],
  ['a long cookie', { Cookie: `contract-check=${'a'.repeat(3000)}` }],
  ['Referer and fetch metadata', { Referer: 'https://example.com/a?b', 'Sec-Fetch-Mode': 'cors' }],
  [
    'forwarding headers',
    {
      'X-Forwarded-For': '192.0.2.1, 2001:db8::1',
      'X-Forwarded-Proto': 'https',
      Via: '1.1 contract-check',
    },
  ],
  ['an X-Request-ID', { 'X-Request-ID': '6f9619ff-8b86-4011-b42d-00c04fc964ff' }],
];

/** Unusual values of such headers. */
const clientHeaders: readonly HeaderRow[] = [
  ['an Authorization header', { Authorization: 'Basic Y29udHJhY3Q6Y2hlY2s=' }],
  ['an Accept-Encoding of identity alone', { 'Accept-Encoding': 'identity' }],
  ['any language in Accept-Language', { 'Accept-Language': '*' }],
  [
    'an unknown client address',
    { 'X-Forwarded-For': 'unknown, 127.0.0.1, [::1]:80', Forwarded: 'for=unknown;proto=' },
  ],
  [
    'tracing headers that are malformed',
    { traceparent: 'contract-check', tracestate: '=', baggage: ';', 'X-Request-ID': '{"a": 1}' },
  ],
  [
    'the URL of another request',
    { 'X-Original-URL': '/contract-check', 'X-Rewrite-URL': '/contract-check' },
    { toleratedStatuses: [403], mayNotReachOperation: true },
  ],
  ['a cookie with JSON', { Cookie: 'contract-check={"a":[1,"b"]}; =; contract-check2' }],
  ['a Referer that is no URL', { Referer: 'contract check' }],
  // Firewalls reject another method than that of the request.
  [
    'X-HTTP-Method-Override',
    { 'X-HTTP-Method-Override': 'DELETE' },
    { toleratedStatuses: [403], mayNotReachOperation: true },
  ],
];

/** Headers that decide what the response is like. */
const singleHeaders: readonly HeaderRow[] = [
  [
    'Accept lists another media type.',
    { Accept: 'application/vnd.contract-check' },
    { kind: 'unusual request' },
  ],
  // A server may restrict the origins of browsers.
  [
    'The Origin is null.',
    { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
    { toleratedStatuses: [403] },
  ],
];

/** Among them conditions that no current response can meet, so that the full response follows (RFC 9110, 13). */
const readHeaders: readonly HeaderRow[] = [
  ['If-None-Match has another entity tag.', { 'If-None-Match': '"contract-check"' }],
  ['If-None-Match is an asterisk.', { 'If-None-Match': '*' }, { kind: 'unusual request' }],
  ['If-Modified-Since is no date.', { 'If-Modified-Since': 'contract-check' }],
  [
    'Range asks for a part and If-Range has another entity tag.',
    { Range: 'bytes=0-3', 'If-Range': '"contract-check"' },
  ],
  ['Range is malformed.', { Range: 'bytes=z-1' }, { kind: 'unusual request' }],
];

/**
 * Finds servers that fail on headers and query parameters of browsers, gateways and frameworks, on conditions, on
 * HEAD, or on a body in chunks.
 */
export function* headerCases(context: PhaseContext): Iterable<CaseDraft> {
  const { operation, base, isTagged, publicUrl } = context;
  const { method, security, requestBody } = operation;
  const isRead = method === 'GET' && !isTagged;
  const ofBrowser = [...browserHeaders, ...staleCookies(context)];
  yield combineHeaders(context, 'the headers of a browser and a gateway', ofBrowser);
  yield combineHeaders(context, 'headers that clients and gateways add', clientHeaders);

  if (publicUrl) {
    const forwarded = forwardedHeaders(publicUrl, method);
    yield withHeaders(
      context,
      'The request is as the host of --public-url forwards it.',
      forwarded,
    );
  }
  const rows = isRead ? [...singleHeaders, ...readHeaders] : singleHeaders;
  for (const row of rows) yield withHeaders(context, ...row);
  yield {
    ...base,
    description: 'The request has no Accept and no User-Agent.',
    // A server may reject an unusual client, and another client in a session.
    toleratedStatuses: security.length > 0 ? [401, 403] : [403],
    rewrite: (request) => ({ ...request, hasNoDefaultHeaders: true }),
  };

  if (isRead) yield* readCases(context);
  if (!isTagged || requestBody) yield frameworkQuery(context);
  if (!requestBody) return;

  yield {
    ...base,
    description: 'The body is sent in chunks.',
    // HTTP allows 411.
    toleratedStatuses: [411],
    rewrite: (request) => request.body && { ...request, isChunked: true },
  };
}

function* readCases({ base }: PhaseContext): Iterable<CaseDraft> {
  yield {
    ...base,
    description: 'The method is HEAD.',
    toleratedStatuses: [405],
    rewrite: (request) => ({ ...request, method: 'HEAD' }),
  };
  yield {
    ...base,
    kind: 'unusual request',
    description: 'The query has an undeclared parameter that cannot be decoded.',
    rewrite: (request) => addQuery(request, 'contractCheck=%00%ff%zz'),
  };
}

/** All headers of the rows at once, and each row alone if that fails. */
function combineHeaders(
  context: PhaseContext,
  description: string,
  rows: readonly HeaderRow[],
): CaseDraft {
  const isPublic = context.operation.security.length === 0;
  const usable = rows.filter(([, headers]) => isPublic || !('Authorization' in headers));
  // A server may reject long headers.
  const toleratedStatuses = [431];
  const parts = usable.map(([name, headers, change = { toleratedStatuses }]) =>
    withHeaders(context, `The request has ${name}.`, headers, change),
  );
  const merged = mergeHeaders(...usable.map(([, headers]) => headers));
  const change = { parts, toleratedStatuses };
  return withHeaders(context, `The request has ${description}.`, merged, change);
}

/** Browsers send the cookie of an ended session with every request, also where none is needed. */
function staleCookies({ contract, operation }: PhaseContext): HeaderRow[] {
  if (operation.security.length > 0) return [];

  const schemes = contract.operations.flatMap(({ security }) => security.flat());
  const keys = schemes.flatMap(({ in: place, key = '' }) => (place === 'cookie' ? [key] : []));
  return [...new Set(keys)].map((key) => [
    `an ended session in the cookie "${key}"`,
    { Cookie: `${key}=contract-check-ended` },
  ]);
}

/** Parameters that frameworks act on. A server may reject those that the operation does not declare. */
function frameworkQuery({ base, operation }: PhaseContext): CaseDraft {
  const inPath = operation.parameters.filter(({ in: place }) => place === 'path');
  const ids = inPath.map(({ name }) => `${encodeURIComponent(name)}=contract-check&`);
  const known = '_method=DELETE&callback=a&format=xml&fields=a&a[b]=c&a=1&a=2';
  return {
    ...base,
    description: 'The query has parameters that frameworks act on.',
    toleratedStatuses: [400],
    rewrite: (request) =>
      addQuery(request, `${ids.join('')}contractCheck=${'a'.repeat(1000)}&${known}`),
  };
}
