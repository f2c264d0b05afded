import { expect, test } from 'vitest';
import { parsePattern, parsePlainPattern } from '../../mock-api/checks/parsePattern.ts';

const rejected: Readonly<Record<string, string>> = {
  // A wrong type, or a value that no request has.
  null: 'The pattern: expected a JSON object such as {"operation":"getBrief"}, or {} for any, got null.',
  '[]': 'The pattern: expected a JSON object such as ',
  '{"status":"ok"}':
    'status: expected a status such as 404, a class such as "4xx", or "none", got "ok".',
  '{"status":"404"}': 'status: expected a status such as 404, ',
  '{"status":null}': 'status: expected a status such as 404, ',
  '{"status":[200,600]}':
    'status: expected a status such as 404, a class such as "4xx", or "none", got [200,600].',
  '{"outcome":"complete"}': 'outcome: expected one of pending, completed, ',
  '{"violations":"true"}': 'violations: expected true or false, got "true".',
  '{"text":7}': 'text: expected words; ',
  '{"header":{"a b":"c"}}': 'header.a b: expected the name of a header.',
  '{"body":{"text":null}}':
    'body.text: expected a value, {"contains":"a part"} or a list of these, got null.',
  '{"body":{"text":[["a"]]}}':
    'body.text: expected a value, {"contains":"a part"} or a list of these, got ["a"].',
  '{"body":{"text":{"contains":7}}}': 'got {"contains":7}.',
  '{"body":{"text":{"contains":"a","is":"b"}}}':
    'got {"contains":"a","is":"b"}; instead of "is", write the value itself.',
  // An empty condition, which may come from a variable without a value.
  '{"key":""}': 'key: expected a brief id or a user name, got "".',
  '{"operation":[]}': 'operation: expected the id of an operation, got [].',
  '{"text":" "}': 'text: expected words; ',
  '{"body":{}}': 'body: expected at least one field, such as {"text":"Hello"}, got {}.',
  '{"body":"Hello"}': 'body: expected at least one field, such as {"text":"Hello"}, got "Hello".',
  '{"body":{"text":[]}}': 'body.text: expected at least one value, got [].',
  '{"body":{"text":{}}}': 'body.text: expected a value, ',
  '{"body":{"text":{"contains":""}}}': 'body.text: expected a value, ',
  '{"header":{"Accept":""}}': 'header.Accept: expected a value, ',
  // Nothing has this name.
  '{"colour":"red"}':
    'Unknown member "colour": expected one of operation, status, outcome, key, scenario, violations, unexpected, text, body, header, query.',
  '{"__proto__":"red"}': 'Unknown member "__proto__": expected one of ',
  '{"constructor":"red"}':
    'Unknown member "constructor": expected one of operation, status, outcome, key, scenario, violations, unexpected, text, body, header, query.',
  // No request has both.
  '{"status":"none","outcome":"completed"}':
    'status and outcome: expected what one request can have, got {"status":"none","outcome":"completed"}.',
  '{"status":[200,"4xx"],"outcome":["reset","pending"]}':
    'status and outcome: expected what one request can have',
};

test.each(Object.entries(rejected))('no request can meet %s', (json, problem) => {
  expect(() => parsePattern(JSON.parse(json))).toThrow(problem);
});

const old: Readonly<Record<string, string>> = {
  '{"method":"GET"}': '; write "operation".',
  '{"path":"/rest"}': '; write "key".',
  '{"ended":true}': '; write "outcome".',
  '{"after":7}': '; write "since" in the URL.',
  '{"name":"anna"}': '; write "name" in the URL.',
  '{"body.text":"a"}': '; write {"body":{"text":"…"}}.',
  '{"body.text*":"a"}': '; write {"body":{"text":{"contains":"…"}}}.',
  '{"query.page~":"/a/"}': '; write {"query":{"page":{"contains":"…"}}}.',
  '{"body":{"text":{"matches":"/a/"}}}': '; instead of "matches", write "contains".',
  '{"body":{"text":{"equals":"a"}}}': '; instead of "equals", write the value itself.',
  '{"text":"status:404"}':
    'text: expected words; a condition such as status:404 is a member of its own, got ',
  '{"text":"text:\\"two words\\""}': 'text: expected words; ',
};

test.each(Object.entries(old))(
  'the error for the old %s names the new spelling',
  (json, problem) => {
    expect(() => parsePattern(JSON.parse(json))).toThrow(problem);
  },
);

test.each([
  {},
  { operation: ['getBrief', 'signIn'], status: ['4xx', 503], violations: false },
  { status: [200, 'none'], outcome: 'reset' },
  { status: '2xx', outcome: ['completed', 'reset'] },
  { text: 'Re: at 10:42, C:\\news and https://example.com/?a=b' },
  { body: { text: ['a', { contains: 'b' }, ''], subscriberId: 7 }, query: { page: true } },
])('a request can meet %j', (pattern) => {
  expect(parsePattern(pattern)).toEqual(pattern);
});

test('in a URL, a status is a number and a flag is true or false', () => {
  const query = { key: '404', status: ['404', '5xx'], violations: 'true', text: 'true' };
  expect(parsePlainPattern(query)).toEqual({ ...query, status: [404, '5xx'], violations: true });
  expect(() => parsePlainPattern({ 'body.text': 'a' })).toThrow(
    'write {"body":{"text":"…"}} in the JSON of POST /mock/journal/find',
  );
});
