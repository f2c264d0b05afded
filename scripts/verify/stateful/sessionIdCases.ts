import type { SecurityScheme } from '../../../mock-api/contract/index.ts';
import { addCredential } from '../plan/addCredential.ts';
import { type Headers, mergeHeaders } from '../plan/mergeHeaders.ts';
import type { TestCase } from '../plan/testCase.ts';
import { addQuery } from '../plan/wireRequest.ts';
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

/** Shorter values have too little of the id. */
const minSecretLength = 8;

/**
 * Reads with the credentials of an active session in each place where a client may send them, with ids that only
 * resemble its id, and with the id in other places.
 */
export function* sessionIdCases(session: ActiveSession): Iterable<TestCase> {
  const { base, scheme, name, id } = session;
  const isCookie = scheme.in === 'cookie';
  if (isCookie) yield* validCookies(session);
  const rejected = (what: string, request: TestCase['request'], secret?: string): TestCase => ({
    ...base,
    kind: 'invalid credentials',
    toleratedStatuses: [400, 431],
    description: `${what}.`,
    request,
    secret,
  });
  for (const [altered, description] of similarIds(id, isCookie)) {
    const request = addCredential(base.request, scheme, altered);
    const what = `The session id in "${name}" ${description}`;
    const isSecret = altered.length >= minSecretLength;
    if (request) yield rejected(what, request, isSecret ? altered : undefined);
  }
  const { headers } = base.request;
  const otherNames = isCookie ? [name.toLowerCase(), name.toUpperCase()] : [];
  for (const other of otherNames.filter((it) => it !== name)) {
    const request = { ...base.request, headers: { ...headers, Cookie: `${other}=${id}` } };
    yield rejected(`The session id is in the cookie "${other}", not "${name}"`, request);
  }
  const query = isCookie
    ? `${name}=${id}&${name.toLowerCase()}=${id}`
    : `access_token=${encodeURIComponent(id)}&token=${encodeURIComponent(id)}`;
  const otherHeaders = {
    ...headers,
    'X-Session-Id': id,
    ...(isCookie
      ? { Authorization: `Bearer ${id}`, [name]: id }
      : { Authorization: `Basic ${id}`, Cookie: `token=${encodeURIComponent(id)}` }),
  };
  if (scheme.type !== 'apiKey' || isCookie) {
    const elsewhere = addQuery({ ...base.request, headers: otherHeaders }, query);
    yield rejected('The session id is in the query and in other headers', elsewhere);
  }
  yield* connectionCases(session);
  yield* concurrentCases(session);
}

function inSession({ base, headers }: ActiveSession): TestCase['request'] {
  return { ...base.request, headers: mergeHeaders(base.request.headers, headers) };
}

function* validCookies({ base, name, id, headers }: ActiveSession): Iterable<TestCase> {
  const cookies = headers.Cookie ?? '';
  const others = Array.from({ length: 30 }, (_, i) => `contract-check-${i}=${i}`);
  for (const [description, cookie] of [
    ['The session cookie is the first of many.', [cookies, ...others].join('; ')],
    [
      'The session cookie is the last of many.',
      [...others, 'json={"a":"b"}', 'e=', 'flag', cookies].join('; '),
    ],
    ['The session cookie is sent twice.', `${cookies}; ${name}=${id}`],
    ['Another cookie has 3000 characters.', `contract-check=${'a'.repeat(3000)}; ${cookies}`],
    [
      `Cookies with similar names surround "${name}".`,
      `X${name}=contract-check; ${name}X=contract-check; ${cookies}; a=${name}=b`,
    ],
  ] as const) {
    const request = { ...base.request, headers: { ...base.request.headers, Cookie: cookie } };
    yield { ...base, kind: 'valid data', description, request, toleratedStatuses: [431] };
  }
}

function similarIds(id: string, isCookie: boolean): [id: string, description: string][] {
  // Load balancers may ignore the name of a node that is part of the id, for example after a dot.
  const parts = id.split(/([.!:])/);
  const longest = parts.reduce((a, b) => (b.length > a.length ? b : a));
  const alter = (change: (part: string) => string) =>
    parts.map((part) => (part === longest ? change(part) : part)).join('');
  // A server may read a GUID as a number.
  const isGuid = /^\{?[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\}?$/i.test(id);
  const candidates: [string, string][] = [
    [alter((part) => part.slice(0, -1)), 'lacks the last character'],
    [alter((part) => `${part}0`), 'has one more character'],
    ...(isGuid ? [] : [[swapCase(id), 'differs in upper and lower case'] as [string, string]]),
    // The last character of a signature may have bits that are ignored.
    ...(isCookie
      ? [[alter((part) => `${part.slice(0, -1)}_`), underscore] as [string, string]]
      : []),
    ['%', 'is a percent sign, which SQL takes for any text'],
    ['*', 'is an asterisk'],
    [`x' OR '1'='1`, 'is an SQL condition'],
    [`../${id}`, 'begins with ../'],
    [`0${id}`, 'has a character in front'],
  ];
  return candidates.filter(([candidate]) => candidate !== id);
}

const underscore = 'ends with an underscore, which SQL takes for any character';

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

const concurrentCount = 6;

/** Requests with and without the session at the same time. */
function* concurrentCases(session: ActiveSession): Iterable<TestCase> {
  const { base } = session;
  for (let i = 1; i <= concurrentCount; i += 1) {
    const hasSession = i % 2 === 1;
    yield {
      ...base,
      kind: hasSession ? 'valid data' : 'missing credentials',
      description: `With and without a session at the same time, number ${i} of ${concurrentCount}.`,
      request: hasSession ? inSession(session) : base.request,
      repetition: {
        group: `${base.operation.id} sessions`,
        isConcurrent: true,
        variant: hasSession ? 'session' : 'no session',
      },
    };
  }
}
