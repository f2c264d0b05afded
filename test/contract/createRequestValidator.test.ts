import { expect, test } from 'vitest';
import { requestsTo } from '../oneOperation.ts';

const parameters = [
  { name: 'lent', in: 'query', schema: { type: 'boolean' } },
  { name: 'reason', in: 'query', required: true, schema: { type: 'string' } },
  { name: 'X-Trace', in: 'header', schema: { type: 'string', format: 'uuid' } },
  { name: 'theme', in: 'cookie', schema: { type: 'string', maxLength: 5 } },
];
const read = requestsTo({ parameters });

test.each(
  Object.entries({
    'reason=; ': { reason: '' },
    'reason=a&lent=true; ': { reason: 'a', lent: true },
    'reason=a; a=1; theme=x=y%2': { reason: 'a', theme: 'x=y%2' },
    'reason=a; atheme=1; theme': { reason: 'a' },
  }),
)('the query and the cookies "%s" are read as %j', (text, expected) => {
  const [query = '', ...cookies] = text.split('; ');
  const { messages, parameters } = read({ query, headers: { cookie: cookies.join('; ') } });
  expect(messages).toEqual([]);
  expect({ ...parameters.query, ...parameters.cookie }).toEqual(expected);
});

test.each(
  Object.entries({
    'query lent': { query: 'reason=a&lent=yes' },
    'query reason': {},
    'header X-Trace': { query: 'reason=a', headers: { 'x-trace': 'abc' } },
    'cookie theme': { query: 'reason=a', headers: { cookie: 'theme="dark"' } },
  }),
)('an invalid %s is a violation', (location, request) => {
  expect(read(request).violations).toMatchObject([{ rule: 'request.parameter', location }]);
});

test('what has the name of an inherited property may be missing', () => {
  const name = 'constructor';
  const places = ['query', 'header', 'cookie'];
  const send = requestsTo(
    {
      parameters: places.map((place) => ({ name, in: place, required: true })),
      security: [{ [name]: [] }],
    },
    { components: { securitySchemes: { [name]: { type: 'apiKey', in: 'header', name } } } },
  );
  expect(send({}).violations.map(({ location }) => location)).toEqual([
    'credentials',
    ...places.map((place) => `${place} ${name}`),
  ]);
});

const body = { content: { 'application/json': { schema: { type: ['object', 'null'] } } } };
const pay = requestsTo({ requestBody: body });
const type = 'application/json; charset=utf-8';

test('an optional body may be missing, and null is a value', () => {
  expect(pay({})).toMatchObject({ violations: [] });
  expect(pay({ type, body: 'null' })).toMatchObject({ violations: [], body: null });
});

test.each(
  Object.entries({
    'request.syntax': { type, body: '{"card":' },
    'request.media-type': { body: '{}' },
    'request.body': { type, body: '"5"' },
  }),
)('a body violates the rule %s: %j', (rule, request) => {
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
  header: key('X-Key'),
  staff: key('X-Staff'),
  query: { type: 'apiKey', in: 'query', name: 'key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'S' },
  basic: { type: 'http', scheme: 'Basic' },
  bearer: { type: 'http', scheme: 'bearer' },
};
const sendWith = (...alternatives: (keyof typeof securitySchemes)[][]) => {
  const security = alternatives.map((names) => Object.fromEntries(names.map((it) => [it, []])));
  return requestsTo({ security }, { components: { securitySchemes } });
};

test('all credentials of one alternative are needed, and are named if they are missing', () => {
  const send = sendWith(['header', 'cookie'], ['staff']);
  expect(send({ headers: { 'x-staff': 'a' } }).messages).toEqual([]);
  expect(send({ headers: { 'x-key': 'a' } }).messages).toEqual([
    'The credentials are missing: header and cookie or staff.',
  ]);
});

test.each(
  Object.entries({
    header: [{ headers: { 'x-key': 'a' } }, { headers: { 'x-other': 'a' } }],
    query: [{ query: 'a=b&key=c' }, { headers: { key: 'c' } }],
    cookie: [{ headers: { cookie: 'T=1; S=2' } }, { headers: { cookie: 'S=' } }],
    basic: [
      { headers: { authorization: 'basic YTpi' } },
      { headers: { authorization: 'Bearer YTpi' } },
    ],
    bearer: [{ headers: { authorization: 'Bearer a' } }, {}],
  } as const),
)('the credentials of the scheme %s are in %j, and not in %j', (scheme, [sent, other]) => {
  const send = sendWith([scheme as keyof typeof securitySchemes]);
  expect(send(sent).messages).toEqual([]);
  expect(send(other).messages).toEqual([`The credentials are missing: ${scheme}.`]);
});

test.each([
  { depth: 100, fact: 'is read', rules: [] },
  { depth: 101, fact: 'is malformed', rules: ['request.syntax'] },
])('JSON that is nested $depth levels deep $fact', ({ depth, rules }) => {
  const send = requestsTo({ requestBody: { content: { 'application/json': {} } } });
  const violations = send({ type, body: '['.repeat(depth) + ']'.repeat(depth) }).violations;
  expect(violations.map(({ rule }) => rule)).toEqual(rules);
});
