import { expect, test } from 'vitest';
import {
  type FilterName,
  filterEntries,
  filterNames,
  type RequestFilters,
  suggestValues,
} from '../../../mock-api/console/browser/requests/requestFilters.ts';
import type { JournalEntry } from '../../../mock-api/journal/journalEntry.ts';

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
  entry(2, { operation: 'submitFeedback', name: 'anna', status: 400, violations: [violation] }),
  entry(3, {
    operation: 'getBrief',
    key: 'a.ben',
    name: 'ben',
    status: 200,
    outcome: 'truncated',
  }),
  entry(4, { body: { text: 'Good Morning' }, outcome: 'no response' }),
  entry(5, { operation: 'getBrief', scenario: 'slow-brief', outcome: 'pending' }),
];

test.each<[Partial<RequestFilters>, number[]]>([
  [{}, [1, 2, 3, 4, 5]],
  [{ suffix: 'anna' }, [1, 2]],
  [{ suffix: 'ann' }, []],
  [{ key: ' A. ' }, [1, 3]],
  [{ operation: 'getBrief', suffix: 'ben' }, [3]],
  [{ status: '200' }, [1, 3]],
  [{ status: '4xx' }, [2]],
  [{ status: 'incomplete' }, [3, 4]],
  [{ violations: 'true' }, [2]],
  [{ text: 'morning GOOD' }, [4]],
  [{ text: 'copyto unknown' }, [2]],
  [{ scenario: 'slow-brief' }, [5]],
  [{ violations: 'false', text: 'get status:4xx /rest/3' }, [3]],
])('the filters %j select %j', (filters, ids) => {
  const none = {
    ...Object.fromEntries(filterNames.map((name) => [name, ''])),
    suffix: '',
    text: '',
  };
  const shown = filterEntries(entries, { ...(none as RequestFilters), ...filters });
  expect(shown.map(({ id }) => id)).toEqual(ids);
});

test.each<[FilterName, string, string[]]>([
  ['operation', '', ['getBrief 3', 'submitFeedback 1']],
  ['status', '', ['2xx 2', '200 2', 'incomplete 2', '4xx 1', '400 1']],
  ['status', '4', ['4xx 1', '400 1']],
  ['key', 'ANN', ['ANN 1', 'a.anna 1']],
  ['key', 'a.anna', ['a.anna 1']],
  ['violations', 't', ['true 1']],
])('for %s:%s, the list offers %j', (name, typed, expected) => {
  const suggestions = suggestValues(entries, name, typed);
  expect(suggestions.map(({ value, count }) => `${value} ${count}`)).toEqual(expected);
});

test('a value that is typed in full is offered before a more frequent one', () => {
  const ofScenarios = ['slow-brief-2', 'slow-brief-2', 'slow-brief'].map((scenario, i) =>
    entry(i, { scenario }),
  );
  expect(suggestValues(ofScenarios, 'scenario', 'slow-brief')).toEqual([
    { value: 'slow-brief', count: 1 },
    { value: 'slow-brief-2', count: 2 },
  ]);
});
