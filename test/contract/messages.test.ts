import { describe, expect, test } from 'vitest';
import { findMessageProblems, validateCookies } from '#contract';
import { contractOfPaths } from '../oneOperation.ts';

const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
const session = { type: 'apiKey', in: 'cookie', name: 'S' };
const login = { type: 'http', scheme: 'basic' };
const contract = contractOfPaths(
  {
    '/open': { get: { operationId: 'open', responses: { 418: { headers: { Date: {} } } } } },
    '/private': { get: { operationId: 'private', security: [{ key: [] }] } },
    '/basic': { get: { operationId: 'basic', security: [{ login: [] }] } },
    '/cached': {
      get: {
        operationId: 'cached',
        security: [{ key: [] }],
        responses: { 200: { headers: { 'Cache-Control': {} } } },
      },
    },
    '/a/login': {
      post: { operationId: 'login', responses: { 200: { links: { u: { operationId: 'user' } } } } },
    },
    '/b/user': { get: { operationId: 'user', security: [{ session: [] }] } },
  },
  { components: { securitySchemes: { key, session, login } } },
);

interface Message {
  operation?: string;
  status?: number;
  headers?: Record<string, string>;
  rawHeaders?: string[];
  body?: string;
  /** The URL and the body of the request. */
  text?: string;
}

function operationOf(id: string) {
  const operation = contract.operations.find((it) => it.id === id);
  if (!operation) throw new Error(`There is no operation ${id}.`);
  return operation;
}

/** Each problem of a response as its location and reason. */
function problemsOf({ operation = 'open', text = '', ...parts }: Message): string[] {
  const { status = 200, headers = {}, rawHeaders = [], body = '' } = parts;
  const received = { status, headers, rawHeaders, body: Buffer.from(body) };
  const problems = findMessageProblems(
    contract,
    operationOf(operation),
    { headers: {}, text },
    received,
  );
  return problems.map(({ location, reason }) => `${location} ${reason}`);
}

const isPublic = { 'cache-control': 'public, max-age=60' };
const problem = { 'content-type': 'application/problem+json; charset=utf-8' };
const stored = 'lets shared caches store a response for one user';

describe('a response has the problem: the', () => {
  test.each(
    Object.entries<Message>({
      'header content-length is sent with status 204': {
        status: 204,
        headers: { 'content-length': '0' },
      },
      'header transfer-encoding is sent with status 204': {
        status: 204,
        headers: { 'transfer-encoding': 'chunked' },
      },
      'header content-encoding is "utf-8", which is no content coding of HTTP': {
        headers: { 'content-encoding': 'gzip, UTF-8' },
      },
      'header etag occurs more than once, with different values': {
        rawHeaders: ['ETag', '"1"', 'etag', '"2"'],
      },
      'header retry-after is "soon"': { headers: { 'retry-after': 'soon' } },
      'header date is "2026-11-01"': { headers: { date: '2026-11-01' } },
      'header x-ratelimit-remaining is "NaN"': { headers: { 'x-ratelimit-remaining': 'NaN' } },
      'body/status is 500, but the response has 404': {
        status: 404,
        headers: problem,
        body: '{"status":500}',
      },
      [`header cache-control ${stored}`]: { operation: 'private', headers: isPublic },
      [`header expires ${stored}`]: {
        operation: 'private',
        headers: { expires: 'Fri, 01 Jan 2100 00:00:00 GMT' },
      },
    }),
  )('%s', (expected, message) => {
    expect(problemsOf(message)).toEqual([expected]);
  });

  test('header cache-control of a response that sets a session cookie', () => {
    const headers = { ...isPublic, 'set-cookie': 'S=1' };
    expect(problemsOf({ headers })).toEqual([`header cache-control ${stored}`]);
  });
});

test.each(
  Object.entries<Message>({
    'a coding of HTTP': { headers: { 'content-encoding': 'gzip' } },
    'the same header twice': { rawHeaders: ['ETag', '"1"', 'ETag', '"1"'] },
    'a date of an old server': { headers: { date: 'Sunday, 01-Nov-26 12:00:00 GMT' } },
    'a header that the contract declares in another form': {
      status: 418,
      headers: { date: 'now' },
    },
    'problem details without a status': { status: 404, headers: problem, body: '{}' },
    'a public cache of a public operation': { headers: isPublic },
    'a private cache': { operation: 'private', headers: { 'cache-control': 'private, max-age=9' } },
    'a fresh response to Authorization': {
      operation: 'basic',
      headers: { 'cache-control': 'max-age=60' },
    },
    'a public cache that the contract declares': { operation: 'cached', headers: isPublic },
    'a public cache and the cookie of a load balancer': {
      headers: { ...isPublic, 'set-cookie': 'lb=1; Path=/' },
    },
    'a public cache of an error': { operation: 'private', status: 404, headers: isPublic },
    'a public cache and a cookie that ends': {
      headers: { ...isPublic, 'set-cookie': 'S=; Max-Age=0' },
    },
  }),
)('a response has no problem because of %s', (_, message) => {
  expect(problemsOf(message)).toEqual([]);
});

describe('an error contains', () => {
  test.each(
    Object.entries({
      'no\n\tat org.notes.Find.get(Find.java:12)': 'a stack trace',
      'at find (/srv/app.js:1:2)': 'a stack trace',
      'Traceback (most recent call last): no': 'a stack trace',
      'at Notes.Find.Get(String id) in C:\\n\\Find.cs:line 12': 'a stack trace',
      '<b>Warning</b>: no id in <b>find.inc</b> on line 3': 'a message of PHP',
      'org.notes.NoteNotFoundException': 'the class of an exception',
      'no rows: SELECT id FROM notes WHERE id = ?': 'an SQL statement',
      "You have an error in your SQL syntax near 'x'": 'a database error',
      'postgres://notes:pw@db/notes': 'the URL of a database',
      'thrown in find.py:12': 'a source file',
      'cannot open C:\\inetpub\\notes\\find.aspx': 'a file path',
      'http://notes-3.prod.internal:8080/notes': 'an internal host',
      'no response from 10.1.2.3': 'an internal address',
      'connect ECONNREFUSED 127.0.0.1:5432': 'the error of a connection',
    }),
  )('%s, which is %s', (detail, what) => {
    const body = JSON.stringify({ detail });
    expect(problemsOf({ status: 404, body })).toEqual([`body contains ${what}`]);
    // The request had the same.
    expect(problemsOf({ status: 404, body, text: body })).toEqual([]);
  });

  test('nothing internal in the links of a page', () => {
    const body = '<link href="http://assets.internal/var/www/x.css"><a href=\'/srv/app.js:1\'>';
    expect(problemsOf({ status: 404, body })).toEqual([]);
  });
});

test('a success may contain the path of a file, but no database error', () => {
  expect(problemsOf({ body: 'see /var/log/messages' })).toEqual([]);
  expect(problemsOf({ body: 'SQLSTATE 42' })).toEqual(['body contains a database error']);
});

describe('of the cookies of a sign-in, a browser sends', () => {
  const reasonsOf = (setCookie: string[], host: string | undefined = 'news.example:8443, proxy') =>
    validateCookies(contract, operationOf('login'), {
      status: 200,
      headers: { 'set-cookie': setCookie },
      requestPath: '/a/login',
      requestHeaders: { 'x-forwarded-host': host },
    }).map(({ message }) => message.split(': ')[1]);

  test.each([
    'S=1; Path=/',
    's=1; Path=/; Max-Age=0',
    'S=1; path=/b; SameSite=None; Secure',
    'S=1; Path=/; Domain=.news.example',
    'S=1; Path=/; Domain=example',
  ])('%s', (line) => {
    expect(reasonsOf([line])).toEqual([]);
  });

  test.each(
    Object.entries({
      'S=1': 'without Path it is sent only below /a.',
      'S=1; Path=/b/us': 'its Path is /b/us.',
      'S=1; Path=/; Max-Age=0': 'its Max-Age is 0.',
      'S=1; Path=/; SameSite=None': 'its SameSite is None, but it is not Secure.',
      'S=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT': 'its Expires is in the past.',
      'S=1; Path=/; Domain=other.example': 'its Domain is other.example, not news.example.',
    }),
  )('not %s, because %s', (line, reason) => {
    expect(reasonsOf([line])).toEqual([reason]);
  });

  test('that of any domain, if its own host is not known', () => {
    expect(reasonsOf(['S=1; Path=/; Domain=other.example'], '')).toEqual([]);
  });

  test('one of several with one name', () => {
    expect(reasonsOf(['S=1; Path=/a', 'S=2; Path=/'])).toEqual([]);
  });
});
