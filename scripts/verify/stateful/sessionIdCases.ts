import type { TestCase } from '../plan/testCase.ts';

export interface SessionCase {
  testCase: TestCase;
  /** The `Cookie` header; undefined for a request outside of the session. */
  cookie: string | undefined;
}

interface ActiveSession {
  /** A read that the session protects. */
  base: TestCase;
  /** The name of the cookie and its value, the session id. */
  name: string;
  id: string;
  /** The `Cookie` header of the session. */
  cookies: string;
}

/**
 * Reads with the cookie of an active session in each place where a browser may send it, with ids that only
 * resemble its id, and with the id in other places.
 */
export function* sessionIdCases(session: ActiveSession): Iterable<SessionCase> {
  yield* validCookies(session);
  const { base, name, id } = session;
  const rejected = (what: string): TestCase => ({
    ...base,
    kind: 'invalid credentials',
    toleratedStatuses: [400, 431],
    description: `${what}.`,
  });
  for (const [altered, description] of similarIds(id)) {
    const testCase = rejected(`The session id in "${name}" ${description}`);
    yield { testCase, cookie: `${name}=${altered}` };
  }
  for (const other of [name.toLowerCase(), name.toUpperCase()].filter((it) => it !== name)) {
    const testCase = rejected(`The session id is in the cookie "${other}", not "${name}"`);
    yield { testCase, cookie: `${other}=${id}` };
  }
  const elsewhere = rejected('The session id is in the query and in other headers');
  const { target, headers } = base.request;
  const separator = target.includes('?') ? '&' : '?';
  const request = {
    ...base.request,
    target: `${target}${separator}${name}=${id}&${name.toLowerCase()}=${id}`,
    headers: { ...headers, Authorization: `Bearer ${id}`, [name]: id, 'X-Session-Id': id },
  };
  yield { testCase: { ...elsewhere, request }, cookie: undefined };
  yield* connectionCases(session);
  yield* concurrentCases(session);
}

function* validCookies({ base, name, id, cookies }: ActiveSession): Iterable<SessionCase> {
  const others = Array.from({ length: 30 }, (_, i) => `contract-check-${i}=${i}`);
  for (const [description, cookie] of [
    ['The session cookie is the first of many.', [cookies, ...others].join('; ')],
    [
      'The session cookie is the last of many.',
      [...others, 'json={"a":"b"}', 'e=', 'flag', cookies].join('; '),
    ],
    ['The session cookie is sent twice.', `${cookies}; ${name}=${id}`],
    ['Another cookie has 3000 characters.', `contract-check=${'a'.repeat(3000)}; ${cookies}`],
  ] as const) {
    const testCase: TestCase = { ...base, kind: 'valid data', description };
    yield { testCase: { ...testCase, toleratedStatuses: [431] }, cookie };
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
  const swapped = id.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  const candidates: [string, string][] = [
    [alter((part) => part.slice(0, -1)), 'lacks the last character'],
    [alter((part) => `${part}0`), 'has one more character'],
    ...(isGuid ? [] : [[swapped, 'differs in upper and lower case'] as [string, string]]),
    [
      alter((part) => `${part.slice(0, -1)}_`),
      'ends with an underscore, which SQL takes for any character',
    ],
    ['%', 'is a percent sign, which SQL takes for any text'],
    ['*', 'is an asterisk'],
    [`x' OR '1'='1`, 'is an SQL condition'],
    [`../${id}`, 'begins with ../'],
    [`0${id}`, 'has a character in front'],
  ];
  return candidates.filter(([candidate]) => candidate !== id);
}

/** A request must not take the session of the one before it on the same connection. */
function* connectionCases({ base, cookies }: ActiveSession): Iterable<SessionCase> {
  const request = { ...base.request, reusesConnection: true };
  for (const [kind, description, cookie] of [
    ['valid data', 'The connection has had no session before.', cookies],
    [
      'missing credentials',
      'The request before it on the same connection had a session.',
      undefined,
    ],
  ] as const) {
    yield { testCase: { ...base, request, kind, description }, cookie };
  }
}

const concurrentCount = 6;

/** Requests with and without the session at the same time. */
function* concurrentCases({ base, cookies }: ActiveSession): Iterable<SessionCase> {
  for (let i = 1; i <= concurrentCount; i += 1) {
    const hasSession = i % 2 === 1;
    const headers = hasSession
      ? { ...base.request.headers, Cookie: cookies }
      : base.request.headers;
    const testCase: TestCase = {
      ...base,
      kind: hasSession ? 'valid data' : 'missing credentials',
      description: `With and without a session at the same time, number ${i} of ${concurrentCount}.`,
      request: { ...base.request, headers },
      repetition: { group: 'sessions', isConcurrent: true, variant: String(hasSession) },
    };
    yield { testCase, cookie: undefined };
  }
}
