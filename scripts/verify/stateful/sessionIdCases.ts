import type { SecurityScheme } from '../../../mock-api/contract/index.ts';
import { addCredential } from '../plan/addCredential.ts';
import { type Headers, mergeHeaders } from '../plan/mergeHeaders.ts';
import type { TestCase } from '../plan/testCase.ts';
import { swapCase } from '../values/variation.ts';

export interface ActiveSession {
  /** A read that the session protects. */
  base: TestCase;
  scheme: SecurityScheme;
  /** The name of its cookie or header. */
  name: string;
  /** The session id: the value of the cookie, the token or the key. */
  id: string;
  /** The headers of the whole session. */
  headers: Headers;
}

/** Reads with the cookie of an active session among others, and with ids that only resemble its id. */
export function* sessionIdCases(session: ActiveSession): Iterable<TestCase> {
  const { base, scheme, name, id } = session;
  if (scheme.in === 'cookie') yield* validCookies(session);
  for (const [altered, sentence] of similarIds(id)) {
    const request = addCredential(base.request, scheme, altered);
    const description = `The session id in "${name}" ${sentence}.`;
    const toleratedStatuses = [400, 431];
    const kind = 'invalid credentials';
    if (request) yield { ...base, kind, description, request, toleratedStatuses };
  }
  yield* connectionCases(session);
}

function inSession({ base, headers }: ActiveSession): TestCase['request'] {
  return { ...base.request, headers: mergeHeaders(base.request.headers, headers) };
}

function* validCookies({ base, name, headers }: ActiveSession): Iterable<TestCase> {
  const cookies = headers.Cookie ?? '';
  const others = Array.from({ length: 30 }, (_, i) => `contract-check-${i}=${i}`);
  const many = [...others, 'json={"a":"b"}', 'e=', 'flag', cookies].join('; ');
  const similar = `X${name}=contract-check; ${name}X=contract-check; ${cookies}; a=${name}=b`;
  for (const [description, cookie] of [
    ['The session cookie is the last of many.', many],
    [`Cookies with similar names surround "${name}".`, similar],
  ] as const) {
    const request = { ...base.request, headers: { ...base.request.headers, Cookie: cookie } };
    yield { ...base, kind: 'valid data', description, request, toleratedStatuses: [431] };
  }
}

function similarIds(id: string): [id: string, description: string][] {
  // Load balancers may ignore the name of a node that is part of the id, for example after a dot.
  const parts = id.split(/([.!:])/);
  const longest = parts.reduce((a, b) => (b.length > a.length ? b : a));
  const alter = (change: (part: string) => string) =>
    parts.map((part) => (part === longest ? change(part) : part)).join('');
  // A server may read a GUID as a number.
  const isGuid = /^\{?[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\}?$/i.test(id);
  const candidates: [id: string, description: string][] = [
    [alter((part) => part.slice(0, -1)), 'lacks the last character'],
    [alter((part) => `${part}0`), 'has one more character'],
    [isGuid ? id : swapCase(id), 'differs in upper and lower case'],
    ['%', 'is a percent sign, which SQL takes for any text'],
    [`x' OR '1'='1`, 'is an SQL condition'],
  ];
  return candidates.filter(([candidate]) => candidate !== id);
}

/** A request must not take the session of the one before it on the same connection. */
function* connectionCases(session: ActiveSession): Iterable<TestCase> {
  const { base } = session;
  for (const [kind, description, request] of [
    ['valid data', 'The connection has had no session before.', inSession(session)],
    [
      'missing credentials',
      'The request before it on the same connection had a session.',
      base.request,
    ],
  ] as const) {
    const reused = { ...request, reusesConnection: true };
    const repetition = {
      group: `${base.operation.id} connection`,
      isConcurrent: false,
      variant: description,
    };
    yield { ...base, kind, description, request: reused, repetition };
  }
}
