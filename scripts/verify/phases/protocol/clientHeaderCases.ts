import type { Operation } from '../../../../mock-api/contract/index.ts';
import { type Headers, mergeHeaders } from '../../plan/mergeHeaders.ts';
import type { CaseDraft, DraftChange } from '../../plan/testCase.ts';
import { type PhaseContext, withHeaders } from '../phaseContext.ts';

type HeaderRow = readonly [description: string, headers: Headers];

/** Headers of clients, gateways and monitoring, which no operation declares, so that they change nothing. */
const clientHeaders: readonly HeaderRow[] = [
  ['has an Authorization header', { Authorization: 'Basic Y29udHJhY3Q6Y2hlY2s=' }],
  ['accepts no gzip', { 'Accept-Encoding': 'gzip;q=0, br;q=0, contract-check' }],
  ['accepts any language', { 'Accept-Language': '*' }],
  ['comes from an unknown address', { 'X-Forwarded-For': 'unknown, 127.0.0.1, [::1]:80' }],
  [
    'has tracing headers that are malformed',
    { traceparent: 'contract-check', tracestate: '=', baggage: ';', 'X-Request-ID': '{"a": 1}' },
  ],
  ['has a cookie with JSON', { Cookie: 'contract-check={"a":[1,"b"]}; =; contract-check2' }],
  ['has a Referer that is no URL', { Referer: 'contract check' }],
  ['must not come from a cache', { 'Cache-Control': 'no-cache, max-age=x', Pragma: 'no-cache' }],
  ['has an unusual User-Agent', { 'User-Agent': "contract-check/1.0 (a; it's) {{a}} <b> é" }],
  ['has X-HTTP-Method-Override', { 'X-HTTP-Method-Override': 'DELETE', 'X-HTTP-Method': 'PUT' }],
  ['has Upgrade-Insecure-Requests and DNT', { 'Upgrade-Insecure-Requests': '1', DNT: '1' }],
  ['has a Prefer header', { Prefer: 'return=minimal' }],
];

/** Each replaces one of `clientHeaders`. */
const otherHeaders: Headers = {
  Authorization: 'Bearer contract-check',
  'Accept-Language': 'tlh, xx-contract;q=0.5',
  'X-Forwarded-For': '127.0.0.1',
  'X-Forwarded-Host': 'contract-check.example',
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Port': '443',
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

const overrideHeaders = ['X-HTTP-Method-Override', 'X-Original-URL', 'X-Rewrite-URL'];

/**
 * A server may reject a host that is not its own, an unusual client, and another client in a session. Firewalls
 * reject another method or URL than that of the request.
 */
function tolerance({ security }: Operation, headers: Headers): DraftChange {
  if ('X-Forwarded-Host' in headers) {
    return { toleratedStatuses: [400, 403, 421], mayNotReachOperation: true };
  }
  if (overrideHeaders.some((name) => name in headers)) {
    return { toleratedStatuses: [403], mayNotReachOperation: true };
  }
  if (!('User-Agent' in headers)) return {};
  return { toleratedStatuses: security.length > 0 ? [401, 403] : [403] };
}

/** Requests with headers that a server must ignore, several at once, and without the usual ones. */
export function* clientHeaderCases(context: PhaseContext): Iterable<CaseDraft> {
  const { operation, base, isTagged } = context;
  const isRead = operation.method === 'GET' && !isTagged;
  const isPublic = operation.security.length === 0;
  const usable = (headers: Headers) => isPublic || !('Authorization' in headers);
  const all = [
    ...clientHeaders.filter(([, headers]) => usable(headers)),
    ...(isTagged ? [['is conditional', writeConditions] as const] : []),
  ];
  const merged = mergeHeaders(...all.map(([, headers]) => headers));
  const parts = all.map(([name, headers]) =>
    withHeaders(context, `The request ${name}.`, headers, tolerance(operation, headers)),
  );
  const { Authorization, ...withoutCredentials } = otherHeaders;
  const others = isPublic ? otherHeaders : withoutCredentials;
  const otherParts = Object.entries(others).map(([name, value]) => {
    const headers = { [name]: value };
    return withHeaders(context, `${name} is "${value}".`, headers, tolerance(operation, headers));
  });
  const description = 'The request has headers that clients and gateways add.';
  yield withHeaders(context, description, merged, { parts });
  const otherValues = 'The request has other values of the headers that clients and gateways add.';
  yield withHeaders(context, otherValues, others, { parts: otherParts });
  yield {
    ...base,
    description: 'The request has no Accept and no User-Agent.',
    ...tolerance(operation, { 'User-Agent': '' }),
    rewrite: (request) => ({ ...request, hasNoDefaultHeaders: true }),
  };
  // A server may restrict the origins of browsers.
  yield withHeaders(
    context,
    'The Origin is null.',
    { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
    { toleratedStatuses: [403] },
  );
  if (isRead) {
    yield withHeaders(context, 'Range asks for a part and If-Range has another entity tag.', {
      Range: 'bytes=0-3',
      'If-Range': '"contract-check"',
    });
    const malformed = { Range: 'bytes=z-1' };
    yield withHeaders(context, 'Range is malformed.', malformed, { kind: 'unusual request' });
  }
  yield* emptyHeaders(context);
}

/** Declared optional headers without a value, and each of them alone. */
function* emptyHeaders({ operation, base, sampler }: PhaseContext): Iterable<CaseDraft> {
  const keys = operation.parameters.flatMap(({ in: place, name, required, schemaPointer = '' }) => {
    const key = `${place} ${name}`;
    const isUsed = place === 'header' && !required && base.values.parameters.has(key);
    return isUsed ? [{ key, name, schemaPointer }] : [];
  });
  const [first, ...others] = keys;
  if (!first || others.length === 0) return;
  const alone = new Map(base.values.parameters);
  for (const { key } of others) alone.delete(key);
  const sentence = `The header "${first.name}" is present without the other optional ones.`;
  yield { ...base, description: sentence, values: { ...base.values, parameters: alone } };
  const parameters = new Map(base.values.parameters);
  for (const { key, schemaPointer } of keys) {
    if (sampler.validator(schemaPointer)('').length === 0) parameters.set(key, '');
  }
  const description = 'The optional headers are empty.';
  yield { ...base, description, values: { ...base.values, parameters } };
}
