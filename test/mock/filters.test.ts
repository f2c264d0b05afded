import { expect } from 'vitest';
import { isMatch } from '../../mock-api/journal/requestPattern.ts';
import { copyWithChange } from '../temporaryFiles.ts';
import { mockTest } from './fixtures/mockTest.ts';
import { startTestMock, type TestMock } from './fixtures/startTestMock.ts';

/** The requests in the journal, by what they are in the tests. */
const requests = [
  'Anna',
  'Ben',
  'Anna again',
  'Anna lost',
  'unknown id',
  'unknown path',
  'note',
  'braces',
];

/** A mock to which these requests were sent, and the names of those that a test has found. */
const test = mockTest.extend('sent', { scope: 'file' }, async ({ mock }) => {
  const { http, submit, getBrief, entries, journal } = mock;
  await submit({ briefId: 'daily-harvest.anna', text: 'From Anna' });
  await submit({ briefId: 'daily-harvest.ben', text: 'From Ben' });
  await submit({ briefId: 'food-and-drink.anna', text: 'From Anna again' });
  await submit({ briefId: 'truncated-submission.anna', text: 'Lost' }).catch(() => {});
  await getBrief('unheard-of.anna?page=2');
  await http.get('/rest/nowhere?page=3');
  await submit({
    subscriberId: 7,
    text: 'Is "fresh" in C:\\news, maybe\nAnd GRÜßE. Re: at 10:42 on https://example.com/a',
  })
    .set('Accept-Language', 'de-CH')
    .set('Authorization', 'Bearer abc');
  await getBrief('%7Bbraces%7D?q=a+b%26c');
  await entries(requests.length);
  const namesOf = (ids: number[]) => ids.map((id) => requests[id - 1]).join(', ');
  return {
    namesOf,
    select: (pattern: object) =>
      namesOf(
        journal
          .list()
          .filter((entry) => isMatch(entry, pattern))
          .map(({ id }) => id),
      ),
  };
});

test.for(
  Object.entries({
    '{}': requests.join(', '),
    '{"body":{"text":{"contains":"Anna"}}}': 'Anna, Anna again',
    '{"body":{"text":["From Ben","Lost"]}}': 'Ben, Anna lost',
    '{"body":{"subscriberId":3141592}}': '',
    '{"header":{"Content-Type":{"contains":"json"}},"status":"2xx"}': 'Anna, Ben, Anna again, note',
    '{"query":{"page":2}}': 'unknown id',
    '{"outcome":"truncated"}': 'Anna lost',
    '{"status":"none"}': 'Anna lost',
    '{"status":["none",404]}': 'Anna lost, unknown id, unknown path, braces',
    '{"operation":["getBrief","submitFeedback"],"status":["2xx",404]}':
      'Anna, Ben, Anna again, unknown id, note, braces',
    '{"violations":true}': 'unknown path',
    '{"unexpected":true}': 'unknown id, unknown path, braces',
    '{"unexpected":[true,false]}': requests.join(', '),
    '{"key":"daily-harvest"}': 'Anna, Ben, note',
    '{"key":["daily-harvest.ben","food-and-drink"]}': 'Ben, Anna again',
    '{"key":"unheard-of","operation":"submitFeedback"}': '',
    '{"scenario":"truncated-submission"}': 'Anna lost',
    '{"text":"HARVEST"}': 'Anna, Ben, note',
    '{"text":"again  from"}': 'Anna again',
    '{"text":["lost","ben"]}': 'Ben, Anna lost',
    // A text is searched for as it was sent.
    '{"text":"\\"fresh\\""}': 'note',
    '{"text":"C:\\\\news"}': 'note',
    '{"text":"And"}': 'Anna again, note',
    '{"text":"nAnd"}': '',
    '{"text":"grüße"}': 'note',
    '{"text":"gru\\u0308ße"}': 'note',
    '{"text":"de-CH"}': 'note',
    '{"text":"•••"}': '',
    '{"text":"b&c"}': 'braces',
    '{"text":"{braces}"}': 'braces',
    '{"text":"unknown brief id"}': '',
    '{"text":"subscriberId"}': '',
  }),
)('all members of a pattern apply: %s selects the requests %s', ([json, selected], { sent }) => {
  expect(sent.select(JSON.parse(json))).toBe(selected);
});

test.for(
  Object.entries({
    '': requests.join(', '),
    'name=anna&status=2xx': 'Anna, Anna again',
    'name=none': 'unknown path, note, braces',
    'status=404&status=none': 'Anna lost, unknown id, unknown path, braces',
    'key=daily-harvest.ben': 'Ben',
    'violations=true': 'unknown path',
    'text=from%20again': 'Anna again',
  }),
)(
  'GET /mock/journal?%s responds with the requests %s',
  async ([query, selected], { mock, sent }) => {
    const { body } = await mock.http.get(`/mock/journal?${query}`);
    expect(sent.namesOf(body.entries.map(({ id }: { id: number }) => id))).toBe(selected);
  },
);

test.for(
  Object.entries({
    '  harvest ': 'Anna, Ben, note',
    'Harvest operation:getBrief': '',
    'braces operation:getBrief status:404': 'braces',
    'status:404 status:2xx key:unheard-of': 'unknown id',
    'Re: 10:42 https://example.com/': 'note',
    'from scenario:truncated-submission': '',
  }),
)(
  'the filter "%s" of the console selects the requests %s',
  async ([text, selected], { mock, sent }) => {
    const { body } = await mock.http.get('/mock/requests.json').query({ text });
    expect(sent.namesOf(body.ids.toSorted())).toBe(selected);
  },
);

test.for(
  Object.entries({
    'status:6xx': 'status: expected a status such as 404, ',
    'operation:getbrief': 'operation: expected one of ',
    'scenario:': 'scenario: expected the id of a scenario, got [""].',
    'stauts:404':
      'Filter: expected words, or one of status:, operation:, key:, scenario:, got "stauts:404".',
    'Hello body.text*:a': 'got "body.text*:a".',
    'violations:true': 'got "violations:true".',
  }),
)(
  'the invalid filter "%s" of the console selects everything: %s',
  async ([text, problem], { mock, sent }) => {
    const { body } = await mock.http.get('/mock/requests.json').query({ text });
    expect(body).toMatchObject({ filterProblem: expect.stringContaining(problem) });
    expect(sent.namesOf(body.ids.toSorted())).toBe(requests.join(', '));
  },
);

/** Asks for the requests of a name; the detail is undefined if the pattern is possible. */
const find = ({ http, journal }: TestMock, pattern: object, name = 'anna') =>
  http
    .post('/mock/journal/find')
    .query({ name, since: `${journal.run.slice(0, 8)}:0`, settle: 0 })
    .send(pattern);

test.for(
  Object.entries({
    '{"operation":"getbrief"}': 'operation: expected one of getBrief, submitFeedback, ',
    '{"scenario":"slow-breif"}': 'got "slow-breif".',
    '{"operation":"getBrief","scenario":"slow-submission"}':
      'scenario: expected one of missing-brief, ',
    '{"operation":"signIn","status":[200,"3xx"]}':
      'status: expected one of 400, 401, 403, 413, 415, 429, 500, 502, 503, 504, 2XX, ',
    '{"operation":"signOut","status":404}':
      'status: expected one of 401, 403, 429, 500, 502, 503, ',
    '{"body":{"subjectline":"x"}}':
      'body.subjectline: no body has "subjectline"; expected one of briefId, subscriberId, subjectLine, ',
    '{"body":{"__proto__":"x"}}': 'body.__proto__: no body has "__proto__"; ',
    '{"operation":"signIn","body":{"text":"x"}}':
      'body.text: no body has "text"; expected one of username, password.',
    '{"operation":"getBrief","body":{"text":"x"}}': 'body.text: there is no such body.',
    '{"body":{"text.x":"a"}}': 'body.text.x: no "text" has "x"; expected none.',
    '{"body":{"text":["a",7]}}': 'body.text: "text" is no number.',
    '{"body":{"password":"a"}}':
      'body.password: the journal does not contain this value, which is ',
    '{"query":{"password":"a"}}': 'query.password: the journal does not contain this value',
    '{"header":{"Cookie":"a"}}': 'header.Cookie: the journal does not contain this value',
    '{"header":{"CONTENT-TPYE":"a"}}': 'header.CONTENT-TPYE: expected one of ',
    '{"query":{"pgae":2}}': 'query.pgae: expected one of page, q, got "pgae".',
    '{"key":"daily-harvest."}': 'key: expected one of daily-harvest, ',
    '{"key":["daily-harvest","x"]}': 'got "x".',
    '{"body":{"briefId":"daily-harvets"}}': 'got "daily-harvets".',
  }),
)(
  'a pattern that no request of Anna can meet is rejected: %s',
  async ([json, reason], { mock, sent: _ }) => {
    const { status, body } = await find(mock, JSON.parse(json));
    expect(body).toMatchObject({ status: 400, detail: expect.stringContaining(reason) });
    expect(status).toBe(400);
  },
);

test.for([
  '{"operation":"signIn","status":"none"}',
  '{"operation":"getBrief","status":[404,"5xx"]}',
  '{"key":["daily-harvest","daily-harvest.anna","missing-brief.anna"]}',
  '{"body":{"briefId":["daily-harvest.anna",{"contains":"any part"}]}}',
  '{"header":{"Content-Type":"a"}}',
])('a pattern that a request of Anna may meet is accepted: %s', async (json, { mock, sent: _ }) => {
  expect(await find(mock, JSON.parse(json))).toMatchObject({ status: 200 });
});

test('an id must be one of the name of a tester, or without one', async ({ mock, sent: _ }) => {
  const nameless = await find(mock, { key: 'daily-harvest.anna' }, 'none');
  expect(nameless.body.detail).toContain('got "daily-harvest.anna".');
  const other = await find(mock, { body: { briefId: 'daily-harvest' } }, 'zoe');
  expect(other.body.detail).toContain(' daily-harvest.zoe, ');
});

test('a long list of known names ends with the number of the others', async ({ mock, sent: _ }) => {
  for (let i = 0; i < 9; i += 1) await mock.getBrief(`unheard-of-${i}.many`);
  const { body } = await find(mock, { key: 'x' }, 'many');
  expect(body.detail).toMatch(/[^,] and \d+ more, got "x"\.$/);
});

test('every name of a nested field is compared with the contract', async () => {
  const nested =
    'address: { type: object, properties: { city: { type: string }, tags: { type: array } } }';
  const contractFile = await copyWithChange('openapi.yaml', (text) =>
    text.replace('        recaptchaResponse:\n', `        ${nested}\n        recaptchaResponse:\n`),
  );
  const own = await startTestMock({ contractFile });
  await own.submit({ briefId: 'daily-harvest.anna' });
  const { body } = await find(own, { body: { 'address.citty': 'a' } });
  expect(body.detail).toContain('no "address" has "citty"; expected one of city, tags.');
  for (const field of ['address.city', 'address.tags.0'])
    expect(await find(own, { body: { [field]: 'a' } })).toMatchObject({ status: 200 });
});
