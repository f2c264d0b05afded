import { expect, test } from 'vitest';
import { suggestValues } from '../../../mock-api/console/browser/filter/suggestValues.ts';
import { summarizeScenario } from '../../../mock-api/console/summarizeScenario.ts';
import type { JournalEntry } from '../../../mock-api/journal/journalEntry.ts';
import { meetsFilter, parseFilter, valuesOf } from '../../../mock-api/journal/journalFilter.ts';
import type { Behaviour } from '../../../mock-api/scenarios/behaviour.ts';

const entry = (id: number, fields: Partial<JournalEntry>): JournalEntry => ({
  id,
  at: '2026-01-31T12:00:00Z',
  method: 'GET',
  path: `/rest/${id}`,
  outcome: 'completed',
  violations: [],
  ...fields,
});

const violation = {
  rule: 'request.body',
  message: 'The body has the unknown property "copyTo".',
  location: 'body',
  pointer: '/x',
  line: 1,
} as const;

const entries = [
  entry(1, { operation: 'getBrief', key: 'a.anna', name: 'anna', status: 200 }),
  entry(2, { operation: 'submitFeedback', status: 404, violations: [violation] }),
  entry(3, { operation: 'getBrief', key: 'a.ben', status: 200, outcome: 'truncated' }),
  entry(4, { body: { text: 'Good Morning' }, outcome: 'no response' }),
  entry(5, { operation: 'getBrief', scenario: 'slow-brief', outcome: 'pending' }),
];

test.each<[Record<string, string>, number[]]>([
  [{ status: '4xx,NONE' }, [2, 3, 4]],
  [{ text: 'morning GOOD' }, [4]],
  [{ text: 'copyto unknown' }, [2]],
  [{ text: 'get status:2xx /rest/3' }, [3]],
  [{ text: 'status:404', status: '2xx' }, [1, 2, 3]],
  [{ text: 'outcome:"no response"' }, [4]],
  [{ text: 'body.text*:Good' }, [4]],
  [{ text: 'text:get' }, []],
  [{ scenario: 'slow-brief' }, [5]],
  // A condition that is being typed does not hide everything.
  [{ status: '6xx' }, [1, 2, 3, 4, 5]],
])('the conditions %j select the requests %j', (query, ids) => {
  const { filter } = parseFilter(query);
  expect(entries.filter((one) => meetsFilter(one, filter)).map(({ id }) => id)).toEqual(ids);
});

test.each([
  ['operation', '', ['getBrief 3', 'submitFeedback 1']],
  ['status', '', ['200 2', '2xx 2', 'none 2', '404 1', '4xx 1']],
  ['status', '4', ['404 1', '4xx 1']],
  ['status', '4xx', ['4xx 1']],
  ['key', 'ann', ['a.anna 1']],
  ['key', 'a', ['a 1', 'a.anna 1', 'a.ben 1']],
])('for %s:%s, the list offers %j', (name, typed, expected) => {
  const suggestions = suggestValues(entries, (one) => valuesOf(one, name), typed);
  expect(suggestions.map(({ value, count }) => `${value} ${count}`)).toEqual(expected);
});

const failed = {
  outcome: 'failed',
  alert: { type: 'error', text: 'Oh', persistent: true },
} as const;
const summarize = (steps: Behaviour[], operation = 'getBrief') => {
  const texts = { id: 'x', description: '', expectation: '' };
  return summarizeScenario({ ...texts, operation, steps, expected: failed });
};

test('a scenario is summarized by its response and what the page shows', () => {
  const html = { status: 401, mediaType: 'text/html; charset=utf-8', body: '<p>', delay: 3000 };
  expect(summarize([html])).toMatchObject({
    status: '401',
    response: 'HTML, after 3 s',
    badges: [{ text: 'Index page' }, { text: 'Error alert, stays' }],
    text: 'Oh',
  });
  const flaky = summarize([{ fault: 'reset' }, { status: 500 }, {}], 'submitFeedback');
  expect(flaky).toMatchObject({
    status: 'reset',
    response: 'then 500, 200',
    badges: [{ text: 'Not sent' }, { text: 'Works from attempt 3' }, { kind: 'danger' }],
  });
});
