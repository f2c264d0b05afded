import type { Operation } from '../../../../mock-api/contract/index.ts';
import { type Headers, mergeHeaders } from '../../plan/mergeHeaders.ts';
import type { CaseDraft, DraftChange } from '../../plan/testCase.ts';
import { addQuery } from '../../plan/wireRequest.ts';
import { type PhaseContext, withHeaders } from '../phaseContext.ts';

type HeaderRow = readonly [description: string, headers: Headers];

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
    { 'X-Forwarded-For': '192.0.2.1, 2001:db8::1', Via: '1.1 contract-check' },
  ],
  ['an X-Request-ID', { 'X-Request-ID': '6f9619ff-8b86-4011-b42d-00c04fc964ff' }],
];

/** Unusual values of such headers. */
const clientHeaders: readonly HeaderRow[] = [
  ['an Authorization header', { Authorization: 'Basic Y29udHJhY3Q6Y2hlY2s=' }],
  ['an Accept-Encoding without gzip', { 'Accept-Encoding': 'gzip;q=0, br;q=0, contract-check' }],
  ['any language in Accept-Language', { 'Accept-Language': '*' }],
  ['an unknown client address', { 'X-Forwarded-For': 'unknown, 127.0.0.1, [::1]:80' }],
  [
    'tracing headers that are malformed',
    { traceparent: 'contract-check', tracestate: '=', baggage: ';', 'X-Request-ID': '{"a": 1}' },
  ],
  ['a cookie with JSON', { Cookie: 'contract-check={"a":[1,"b"]}; =; contract-check2' }],
  ['a Referer that is no URL', { Referer: 'contract check' }],
  ['a Cache-Control that allows no cache', { 'Cache-Control': 'no-cache, max-age=x' }],
  ['an unusual User-Agent', { 'User-Agent': "contract-check/1.0 (a; it's) {{a}} <b> é" }],
  ['X-HTTP-Method-Override', { 'X-HTTP-Method-Override': 'DELETE', 'X-HTTP-Method': 'PUT' }],
  ['a Prefer header', { Prefer: 'return=minimal' }],
];

/** Each replaces one of those above. */
const otherHeaders: Headers = {
  Authorization: 'Bearer contract-check',
  'Accept-Language': 'tlh, xx-contract;q=0.5',
  'X-Forwarded-For': '127.0.0.1',
  'X-Forwarded-Host': 'contract-check.example',
  'X-Forwarded-Proto': 'https',
  'X-Original-URL': '/contract-check',
  'X-Rewrite-URL': '/contract-check',
  Forwarded: 'for=unknown;proto=',
  'Accept-Encoding': 'identity',
};

/** A change to a resource does not depend on what the client has cached (RFC 9110, 13.1). */
const writeConditions: Headers = {
  'If-None-Match': '"contract-check"',
  'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT',
};

type SingleRow = readonly [...HeaderRow, change?: DraftChange];

const singleHeaders: readonly SingleRow[] = [
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
const readHeaders: readonly SingleRow[] = [
  ['If-None-Match has another entity tag.', { 'If-None-Match': '"contract-check"' }],
  ['If-Modified-Since is no date.', { 'If-Modified-Since': 'contract-check' }],
  ['If-Modified-Since is in 1970.', { 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' }],
  [
    'Range asks for a part and If-Range has another entity tag.',
    { Range: 'bytes=0-3', 'If-Range': '"contract-check"' },
  ],
  ['Range is malformed.', { Range: 'bytes=z-1' }, { kind: 'unusual request' }],
];

/**
 * A server may reject long headers, a host that is not its own, an unusual client, and another client in a session.
 * Firewalls reject another method or URL than that of the request.
 */
function tolerance({ security }: Operation, headers: Headers): DraftChange {
  const has = (...names: string[]) => names.some((name) => name in headers);
  if (has('X-Forwarded-Host')) {
    return { toleratedStatuses: [400, 403, 421], mayNotReachOperation: true };
  }
  if (has('X-HTTP-Method-Override', 'X-Original-URL', 'X-Rewrite-URL')) {
    return { toleratedStatuses: [403], mayNotReachOperation: true };
  }
  if (!has('User-Agent')) return { toleratedStatuses: [431] };
  return { toleratedStatuses: security.length > 0 ? [401, 403] : [403] };
}

/** Requests with headers that a server must ignore or understand, several at once, and without the usual ones. */
export function* headerCases(context: PhaseContext): Iterable<CaseDraft> {
  const { operation, base, isTagged } = context;
  const isRead = operation.method === 'GET' && !isTagged;
  const conditions: HeaderRow[] = isTagged ? [['conditions', writeConditions]] : [];
  const others = Object.entries(otherHeaders).map(
    ([name, value]): HeaderRow => [`${name}: ${value}`, { [name]: value }],
  );
  yield combineHeaders(context, 'the headers of a browser and a gateway', [
    ...browserHeaders,
    ...staleCookies(context),
  ]);
  yield combineHeaders(context, 'headers that clients and gateways add', [
    ...clientHeaders,
    ...conditions,
  ]);
  yield combineHeaders(
    context,
    'other values of the headers that clients and gateways add',
    others,
  );
  for (const [description, headers, change] of [...singleHeaders, ...(isRead ? readHeaders : [])]) {
    yield withHeaders(context, description, headers, change);
  }
  yield {
    ...base,
    description: 'The request has no Accept and no User-Agent.',
    ...tolerance(operation, { 'User-Agent': '' }),
    rewrite: (request) => ({ ...request, hasNoDefaultHeaders: true }),
  };
  yield* emptyHeaders(context);
  if (isRead) yield* readCases(context);
  if (!isTagged || operation.requestBody) yield frameworkQuery(context);
  if (operation.requestBody) yield* bodyTransferCases(context);
}

/** All headers of the rows at once, and each row alone if that fails. */
function combineHeaders(
  context: PhaseContext,
  description: string,
  rows: readonly HeaderRow[],
): CaseDraft {
  const { operation } = context;
  const isPublic = operation.security.length === 0;
  const usable = rows.filter(([, headers]) => isPublic || !('Authorization' in headers));
  const parts = usable.map(([name, headers]) =>
    withHeaders(context, `The request has ${name}.`, headers, tolerance(operation, headers)),
  );
  const merged = mergeHeaders(...usable.map(([, headers]) => headers));
  const change = { parts, toleratedStatuses: [431] };
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

/** Declared optional headers without a value. */
function* emptyHeaders({ operation, base, sampler }: PhaseContext): Iterable<CaseDraft> {
  const parameters = new Map(base.values.parameters);
  for (const { in: place, name, required, schemaPointer = '' } of operation.parameters) {
    const key = `${place} ${name}`;
    const isUsed = place === 'header' && !required && parameters.has(key);
    if (isUsed && sampler.validator(schemaPointer)('').length === 0) parameters.set(key, '');
  }
  const values = { ...base.values, parameters };
  yield { ...base, description: 'The optional headers are empty.', values };
}

function* readCases(context: PhaseContext): Iterable<CaseDraft> {
  const { contract, operation, base } = context;
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
