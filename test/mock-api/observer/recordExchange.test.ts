import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { brief, problem, startBackendWith } from '../../support/mock/startBackendWith.ts';
import { currentUserPath, getBrief, signInPath, submit } from '../../support/mock/startTestMock.ts';
import { startTestObserver } from '../../support/mock/startTestObserver.ts';
import { temporaryFolder } from '../../support/mock/temporaryFiles.ts';

type Send = (observer: { url: string }) => Promise<Response>;
type Sent = Parameters<typeof startBackendWith>;

const requestBrief: Send = (observer) => getBrief(observer, 'daily');
const requestUser: Send = ({ url }) => fetch(url + currentUserPath);
/** Signs in with more fields, encoded as given. */
const signInWith =
  (fields: string): Send =>
  ({ url }) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = `username=a&password=b${fields}`;
    return fetch(url + signInPath, { method: 'POST', body, headers });
  };
const signIn = signInWith('');
const user = { userId: 'a', roles: [], fullName: 'A', emailAddress: 'a@example.com' };
const json = JSON.stringify(brief);

/** A response to a sign-in that sets the session cookie. */
const cookieWith = (attributes: string): Sent => [
  '',
  { 'Content-Type': 'text/html', 'Set-Cookie': `JSESSIONID=a; HttpOnly; ${attributes}` },
];
const notSent = 'The header "set-cookie" sets a cookie that a browser would not send to';

/** A problem with more headers, and more properties in its body. */
function problemWith(status: number, more: object, moreProperties: object = {}): Sent {
  const [body, headers] = problem(status);
  return [{ ...Object(body), ...moreProperties }, { ...headers, ...more }, status];
}

/** Sends a request through an observer to a backend with one response, and returns its entry. */
async function observe(
  send: Send,
  sent: Sent,
  options: Parameters<typeof startTestObserver>[1] = {},
) {
  const observer = await startTestObserver(await startBackendWith(...sent), options);
  await send(observer)
    .then((response) => response.text())
    .catch(() => {});
  return observer.journal.wait({ ended: true });
}

test('a violation of a response is recorded with rule and line', async () => {
  expect(await observe(requestBrief, [{ name: 'daily' }])).toMatchObject({
    method: 'GET',
    operation: 'getBrief',
    status: 200,
    outcome: 'completed',
    violations: [
      {
        rule: 'response.body',
        message: 'The body is missing the required property "fullName".',
        line: expect.any(Number),
      },
    ],
  });
});

test.each<[what: string, Send, Sent, ...messages: string[]]>([
  [
    'a Retry-After in words',
    requestBrief,
    problemWith(429, { 'Retry-After': 'soon' }),
    expect.stringMatching(/^The header "Retry-After" must match pattern /),
  ],
  [
    'a compressed response',
    requestBrief,
    [gzipSync('{"name":7,"fullName":"x"}'), { 'Content-Encoding': 'gzip' }],
    'The body\'s "name" must be of type string.',
  ],
  [
    'a 500 for a valid request',
    requestBrief,
    [...problem(500)],
    'The status 500 is a server error, although the request conforms to the contract.',
  ],
  [
    'a 500 for an invalid request',
    requestUser,
    [...problem(500)],
    'The status 500 is a server error.',
  ],
  [
    'a 400 for a valid request',
    requestBrief,
    [...problem(400)],
    'The status 400 rejects a request that conforms to the contract.',
  ],
  [
    'a field twice, which the backend rejects',
    signInWith('&username=a'),
    [...problem(400)],
    'The body\'s "username" must be of type string.',
  ],
  [
    'bytes that are not UTF-8, which the backend rejects',
    signInWith('%ff%fe'),
    [...problem(400)],
    'The body is not percent-encoded UTF-8.',
  ],
  [
    'a byte order mark',
    requestBrief,
    [Buffer.from(`\ufeff${json}`)],
    'The body begins with a byte order mark, which JSON must not have.',
  ],
  [
    'a body that is not in its encoding',
    requestBrief,
    [Buffer.from(json), { 'Content-Encoding': 'gzip' }],
    'The header "content-encoding" is gzip, but the body is not.',
  ],
  [
    'an encoding that does not exist',
    requestBrief,
    [brief, { 'Content-Encoding': 'none' }],
    expect.stringMatching(/^The header "content-encoding" is "none", which is no content coding/),
  ],
  [
    'a shared cache with a session cookie',
    requestBrief,
    [brief, { 'Cache-Control': 'public, max-age=600', 'Set-Cookie': 'JSESSIONID=1' }],
    'The header "cache-control" lets shared caches store a response for one user; expected private or no-store.',
  ],
  [
    'two ETags',
    requestBrief,
    [brief, { ETag: ['"1"', '"2"'] }],
    'The header "etag" occurs more than once, with different values; expected one value.',
  ],
  [
    'problem details with another status',
    requestUser,
    problemWith(401, {}, { status: 404 }),
    'The body\'s "status" is 404, but the response has 401; expected "status": 401.',
  ],
  [
    'a stack trace in problem details',
    requestUser,
    problemWith(401, {}, { detail: 'at find (/srv/users/find.js:12:3)' }),
    'The body contains a stack trace.',
  ],
  ['a user without credentials', requestUser, [user], 'The credentials are missing: session.'],
  [
    'an ended cookie',
    signIn,
    cookieWith('Path=/; Max-Age=0'),
    `${notSent} getCurrentUser: its Max-Age is 0.`,
  ],
  [
    'a cookie of other sites that is not secure',
    signIn,
    cookieWith('Path=/; SameSite=None'),
    `${notSent} getCurrentUser: its SameSite is None, but it is not Secure.`,
  ],
  [
    'an undeclared limit on requests without Retry-After',
    requestUser,
    [...problem(429)],
    'The status 429 is not declared.',
  ],
  ['a 304 without a condition', requestBrief, [brief, {}, 304], 'The status 304 is not declared.'],
])('%s is a violation', async (_, send, sent, ...messages) => {
  const { violations } = await observe(send, sent);
  expect(violations.map(({ message }) => message)).toEqual(messages);
});

test.each<[what: string, Send, Sent]>([
  ['a Retry-After in seconds', requestBrief, problemWith(429, { 'Retry-After': '2' })],
  [
    'a Retry-After with a date',
    requestBrief,
    problemWith(429, { 'Retry-After': 'Sun, 01 Nov 2026 12:00:00 GMT' }),
  ],
  ['an undeclared limit on requests', requestUser, problemWith(429, { 'Retry-After': '1' })],
  ['a rejection without credentials', requestUser, [...problem(401)]],
  ['a rejection of a long URL, by HTTP itself', requestBrief, [...problem(414)]],
  ['a 400 that may reject a captcha response', submit, [...problem(400)]],
  ['a 409 for a used captcha response', submit, [...problem(409)]],
  [
    'a 304 for a conditional request',
    (observer) => getBrief(observer, 'daily', { headers: { 'If-None-Match': '"1"' } }),
    [brief, {}, 304],
  ],
])('%s is no violation', async (_, send, sent) => {
  expect((await observe(send, sent)).violations).toEqual([]);
});

test('where the backend accepts any captcha response, a 400 for a valid one is a violation', async () => {
  const { violations } = await observe(submit, [...problem(400)], { ignoreSingleUse: true });
  expect(violations).toMatchObject([
    { message: 'The status 400 rejects a request that conforms to the contract.' },
  ]);
});

test('violations of requests are recorded, also of one that the contract does not declare', async () => {
  const invalid = await observe((observer) => submit(observer, { text: 7 }), [brief]);
  expect(invalid.violations.map(({ location }) => location)).toContain('body/text');
  const other = await observe(({ url }) => fetch(`${url}/rest/other`), [brief]);
  expect(other.violations.map(({ rule }) => rule)).toEqual(['request.path']);
});

test('the observer has the coverage and the console of the mock, without scenarios', async () => {
  const { url, journal } = await startTestObserver(await startBackendWith(brief));
  await (await getBrief({ url }, 'daily-harvest')).text();
  await journal.wait({ ended: true });
  const coverage = await (await fetch(`${url}/mock/coverage`)).json();
  expect(coverage.responses.exercised).toBe(1);
  const data = await (await fetch(`${url}/mock/console.json`)).json();
  expect(data).toMatchObject({ name: 'Contract observer' });
  expect(data).not.toHaveProperty('groups');
});

test('an id of the backend has no name, although it contains a dot, and its body is decompressed', async () => {
  const backend = await startBackendWith(gzipSync(json), { 'Content-Encoding': 'gzip' });
  const observer = await startTestObserver(backend, { recordBodies: true });
  await (await getBrief(observer, 'weekly.news')).text();
  const entry = await observer.journal.wait({ key: 'weekly.news', ended: true });
  expect(entry).toMatchObject({ status: 200, responseBody: json });
  expect(entry.name).toBeUndefined();
});

test('a schema that refers to itself without end does not end the observer', async () => {
  const contractFile = join(await temporaryFolder(), 'contract.json');
  const schema = { allOf: [{ $ref: '#/components/schemas/endless' }] };
  const responses = { 200: { description: 'D', content: { 'application/json': { schema } } } };
  const contract = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/x': { get: { responses } } },
    components: { schemas: { endless: schema } },
  };
  await writeFile(contractFile, JSON.stringify(contract));
  const { url, journal } = await startTestObserver(await startBackendWith({}), { contractFile });
  for (let i = 0; i < 2; i += 1) expect((await fetch(`${url}/x`)).status).toBe(200);
  expect(await journal.wait({ after: 1, ended: true })).toMatchObject({
    status: 200,
    reason: expect.stringMatching(
      /^The exchange could not be validated: .*json:1 The schema cannot/,
    ),
  });
});
