import { expect, test } from 'vitest';
import { requestsTo } from '../oneOperation.ts';

const parameters = [
  { name: 'lent', in: 'query', schema: { type: 'boolean' } },
  { name: 'reason', in: 'query', required: true, schema: { type: 'string' } },
  { name: 'X-Trace', in: 'header', schema: { type: 'string', format: 'uuid' } },
  { name: 'theme', in: 'cookie', schema: { type: 'string', maxLength: 5 } },
];
const read = requestsTo({ parameters });

test.each([
  ['a required parameter may be empty', { query: 'reason=' }, { reason: '' }],
  ['true is a boolean', { query: 'reason=a&lent=true' }, { reason: 'a', lent: true }],
  [
    'a cookie is read as it was sent',
    { query: 'reason=a', headers: { cookie: 'a=1; theme=x=y%2' } },
    { reason: 'a', theme: 'x=y%2' },
  ],
  [
    'a cookie without "=" is none',
    { query: 'reason=a', headers: { cookie: 'atheme=1; theme' } },
    { reason: 'a' },
  ],
])('%s', (_, request, expected) => {
  const sent = read(request);
  expect(sent.messages).toEqual([]);
  expect({ ...sent.parameters.query, ...sent.parameters.cookie }).toEqual(expected);
});

test.each([
  ['query lent', { query: 'reason=a&lent=yes' }],
  ['query reason', {}],
  ['header X-Trace', { query: 'reason=a', headers: { 'x-trace': 'abc' } }],
  ['cookie theme', { query: 'reason=a', headers: { cookie: 'theme="dark"' } }],
])('an invalid %s is a violation', (location, request) => {
  const { violations } = read(request);
  expect(violations).toMatchObject([{ rule: 'request.parameter', location }]);
});

const body = { content: { 'application/json': { schema: { type: ['object', 'null'] } } } };
const pay = requestsTo({ requestBody: body });
const type = 'application/json; charset=utf-8';

test('an optional body may be missing, and null is a value', () => {
  expect(pay({})).toMatchObject({ violations: [] });
  expect(pay({ type, body: 'null' })).toMatchObject({ violations: [], body: null });
});

test.each([
  { what: 'malformed JSON', request: { type, body: '{"card":' }, rule: 'request.syntax' },
  { what: 'no media type', request: { body: '{}' }, rule: 'request.media-type' },
  { what: 'a text in its place', request: { type, body: '"5"' }, rule: 'request.body' },
])('$what is a violation', ({ request, rule }) => {
  expect(pay(request).violations).toMatchObject([{ rule, location: 'body' }]);
});

test('a violation has a message and the violated keyword', () => {
  const list = { type: 'array', items: { enum: ['en', 'de'] } };
  const send = requestsTo({ parameters: [{ name: 'langs', in: 'query', schema: list }] });
  expect(send({ query: 'langs=en&langs=fr' }).violations).toMatchObject([
    {
      message: 'The query parameter "langs.1" must be one of "en", "de".',
      keyword: 'enum',
      pointer: '/paths/~1x/post/parameters/0/schema/items/enum',
    },
  ]);
});

const key = (name: string) => ({ type: 'apiKey', in: 'header', name });
const securitySchemes = {
  session: key('X-Session'),
  client: key('X-Client'),
  staff: key('X-Staff'),
};
const security = [{ session: [], client: [] }, { staff: [] }];
const readPrivate = requestsTo({ security }, { components: { securitySchemes } });

test('missing credentials are named, with "and" for those that are needed together', () => {
  const message = 'The credentials are missing: session and client or staff.';
  expect(readPrivate({}).messages).toEqual([message]);
});

const schemes = {
  header: key('X-Key'),
  query: { type: 'apiKey', in: 'query', name: 'key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'S' },
  basic: { type: 'http', scheme: 'Basic' },
  bearer: { type: 'http', scheme: 'bearer' },
};

test.each([
  { scheme: 'header', request: { headers: { 'x-key': 'a' } }, isSent: true },
  { scheme: 'header', request: { headers: { 'x-other': 'a' } }, isSent: false },
  { scheme: 'query', request: { query: 'a=b&key=c' }, isSent: true },
  { scheme: 'query', request: { headers: { key: 'c' } }, isSent: false },
  { scheme: 'cookie', request: { headers: { cookie: 'T=1; S=2' } }, isSent: true },
  { scheme: 'cookie', request: { headers: { cookie: 'S=' } }, isSent: false },
  { scheme: 'basic', request: { headers: { authorization: 'basic YTpi' } }, isSent: true },
  { scheme: 'basic', request: { headers: { authorization: 'Bearer YTpi' } }, isSent: false },
  { scheme: 'bearer', request: { headers: { authorization: 'Bearer a' } }, isSent: true },
])('$request has the credentials of $scheme: $isSent', ({ scheme, request, isSent }) => {
  const components = { securitySchemes: schemes };
  const send = requestsTo({ security: [{ [scheme]: [] }] }, { components });
  expect(send(request).messages).toEqual(isSent ? [] : [`The credentials are missing: ${scheme}.`]);
});

test('all credentials of one alternative are enough', () => {
  expect(readPrivate({ headers: { 'x-staff': 'a' } }).messages).toEqual([]);
  expect(readPrivate({ headers: { 'x-session': 'a' } }).messages).not.toEqual([]);
});

test.each([
  { depth: 100, fact: 'is read', rules: [] },
  { depth: 101, fact: 'is malformed', rules: ['request.syntax'] },
])('JSON that is nested $depth levels deep $fact', ({ depth, rules }) => {
  const send = requestsTo({ requestBody: { content: { 'application/json': {} } } });
  const violations = send({ type, body: '['.repeat(depth) + ']'.repeat(depth) }).violations;
  expect(violations.map(({ rule }) => rule)).toEqual(rules);
});
