import { expect, test } from 'vitest';
import { parsePattern, parsePlainPattern } from '../../mock-api/checks/parsePattern.ts';
import { Journal } from '../../mock-api/journal/Journal.ts';
import { assess } from '../../mock-api/journal/requestPattern.ts';
import { evaluateFields } from '../../mock-api/scenarios/fieldPatterns.ts';

test.each(
  Object.entries({
    null: 'The pattern: expected a JSON object such as {"operation":"getBrief"}, or {} for any, got null.',
    '[]': 'The pattern: expected a JSON object such as ',
    '{"status":"ok"}':
      'status: expected a status such as 404, a class such as "4xx", or "none", got "ok".',
    '{"status":"404"}': 'status: expected a status such as 404, ',
    '{"status":null}': 'status: expected a status such as 404, ',
    '{"status":[200,600]}': 'or "none", got [200,600].',
    '{"status":99}': 'or "none", got 99.',
    '{"outcome":"complete"}': 'outcome: expected one of pending, completed, ',
    '{"violations":"true"}': 'violations: expected true or false, got "true".',
    '{"text":7}': 'text: expected words; ',
    '{"header":{"a b":"c"}}': 'header.a b: expected the name of a header.',
    '{"body":{"text":null}}':
      'body.text: expected a value, {"contains":"a part"} or a list of these, got null.',
    '{"body":{"text":[["a"]]}}': 'or a list of these, got ["a"].',
    '{"body":{"text":{"contains":7}}}': 'got {"contains":7}.',
    '{"body":{"text":{"contains":"a","is":"b"}}}': '; instead of "is", write the value itself.',
    // Empty conditions, which may come from a variable without a value.
    '{"key":""}': 'key: expected a brief id or a user name, got "".',
    '{"operation":[]}': 'operation: expected the id of an operation, got [].',
    '{"scenario":" "}': 'scenario: expected the id of a scenario, got " ".',
    '{"text":" "}': 'text: expected words; ',
    '{"body":{}}': 'body: expected at least one field, such as {"text":"Hello"}, got {}.',
    '{"body":"Hello"}': 'body: expected at least one field, such as {"text":"Hello"}, got "Hello".',
    '{"body":{"text":[]}}': 'body.text: expected at least one value, got [].',
    '{"body":{"text":{}}}': 'body.text: expected a value, ',
    '{"body":{"text":{"contains":""}}}': 'body.text: expected a value, ',
    '{"header":{"Accept":""}}': 'header.Accept: expected a value, ',
    // Unknown members, some of which every object inherits.
    '{"colour":"red"}':
      'Unknown member "colour": expected one of operation, status, outcome, key, scenario, violations, unexpected, text, body, header, query.',
    '{"__proto__":"red"}': 'Unknown member "__proto__": expected one of ',
    '{"constructor":"red"}': 'unexpected, text, body, header, query.',
    // Members that exclude each other.
    '{"status":"none","outcome":"completed"}':
      'status and outcome: expected what one request can have, got {"status":"none","outcome":"completed"}.',
    '{"status":"none","outcome":"pending"}': 'expected what one request can have',
    '{"status":[200,"4xx"],"outcome":["reset","pending"]}': 'expected what one request can have',
    // Members of an earlier version.
    '{"path":"/rest"}': '; write "key".',
    '{"body.text*":"a"}': '; write {"body":{"text":{"contains":"…"}}}.',
    '{"body":{"text":{"matches":"/a/"}}}': '; instead of "matches", write "contains".',
    '{"text":"status:404"}': 'a condition such as status:404 is a member of its own, got ',
    '{"text":"text:\\"two words\\""}': 'text: expected words; ',
  }),
)('the pattern %s is rejected: %s', (json, problem) => {
  expect(() => parsePattern(JSON.parse(json))).toThrow(problem);
});

test.each([
  '{}',
  '{"operation":["getBrief","signIn"],"status":["4xx",503,100,599],"violations":false}',
  '{"status":[200,"none"],"outcome":"reset"}',
  '{"status":"2xx","outcome":["completed","reset"]}',
  '{"text":"Re: at 10:42, C:\\\\news and https://example.com/?a=b"}',
  '{"body":{"text":["a",{"contains":"b"},""],"subscriberId":7},"query":{"page":true}}',
])('the pattern %s is accepted', (json) => {
  expect(parsePattern(JSON.parse(json))).toEqual(JSON.parse(json));
});

test('in a URL, a status is a number and a flag is true or false', () => {
  const query = { key: '404', status: ['404', '5xx'], violations: 'true', text: 'true' };
  const pattern = { ...query, status: [404, '5xx'], violations: true, unexpected: false };
  expect(parsePlainPattern({ ...query, unexpected: 'false' })).toEqual(pattern);
});

test('a condition on a field in a URL is rejected with the JSON to send instead', () => {
  expect(() => parsePlainPattern({ 'body.text': 'a' })).toThrow(
    'write {"body":{"text":"…"}} in the JSON of POST /mock/journal/find',
  );
});

const owners = {
  body: {
    topics: ['a "fresh" one', 'two\nAnd more'],
    authors: [{ name: 'Jane' }, { name: 'Joe', age: 7 }],
    empty: '',
    none: [],
  },
  header: { accept: 'text/html', 'content-length': '7' },
  query: 'page=1&page=2&page=two&q=a+b',
};

test.each(
  Object.entries({
    '{"body":{"topics":{"contains":"\\"fresh\\""}}}': true,
    '{"body":{"topics":"a \\"fresh\\" one"}}': true,
    '{"body":{"topics":["one",{"contains":"two"}]}}': true,
    '{"body":{"authors":"Joe"}}': true,
    '{"body":{"authors":7}}': true,
    '{"body":{"authors.1.age":7}}': true,
    '{"body":{"authors.1.age":{"contains":"7"}}}': true,
    '{"body":{"empty":""}}': true,
    '{"header":{"Accept":{"contains":"html"}}}': true,
    '{"header":{"Content-Length":7}}': true,
    '{"query":{"page":"2"}}': true,
    '{"query":{"page":1,"q":"a b"}}': true,
    '{"query":{"page":{"contains":"wo"}}}': true,
    '{"body":{"topics":{"contains":"\\\\\\"fresh"}}}': false,
    '{"body":{"topics":{"contains":"nAnd"}}}': false,
    '{"body":{"topics.0":{"contains":"two"}}}': false,
    '{"body":{"authors":"7"}}': false,
    '{"body":{"topics":["one",{"contains":"three"}]}}': false,
    '{"body":{"authors":"Joe","empty":"a"}}': false,
    '{"body":{"none":{"contains":"a"}}}': false,
    '{"body":{"toString":{"contains":"a"}}}': false,
    '{"header":{"Accept":"text"}}': false,
    '{"query":{"page":"3"}}': false,
    '{"query":{"page":"1","q":"a"}}': false,
  }),
)(
  'each field must have a value, a part or one of a list, as sent: %s is met: %s',
  (json, isMet) => {
    const evaluations = evaluateFields(owners, JSON.parse(json));
    expect(evaluations.every((evaluation) => evaluation.isMet)).toBe(isMet);
  },
);

test.each(
  Object.entries({
    '{"operation":"getBrief"}': 'other',
    '{"key":"daily"}': 'other',
    '{"scenario":"busy"}': 'other',
    '{"body":{"text":"Hello"}}': 'other',
    '{"violations":true}': 'other',
    '{"violations":false}': 'match',
    '{"unexpected":true}': 'other',
    '{"unexpected":false}': 'match',
    '{"status":500}': 'pending',
    '{"status":"none"}': 'pending',
  }),
)(
  'a request whose body is still arriving may meet %s; once the mock knows it: %s',
  (json, known) => {
    const journal = new Journal(1);
    const entry = journal.add({ at: new Date().toISOString(), method: 'GET', path: '/' });
    const pattern = JSON.parse(json);
    expect(assess(entry, pattern)).toBe('pending');
    journal.update(entry, { operation: 'signIn' });
    expect(assess(entry, pattern)).toBe(known);
  },
);
