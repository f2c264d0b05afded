import { test as base, expect } from 'vitest';
import { type ExpectedFields, forTester } from '../../mock-api/testing/forTester.ts';
import { testerFixtures as playwrightFixtures } from '../../mock-api/testing/playwrightFixtures.ts';
import { type TesterFixtures, testerFixtures } from '../../mock-api/testing/vitestFixtures.ts';
import { getBrief, shareTestMock, submit } from '../support/mock/startTestMock.ts';

const mock = shareTestMock();
const tester = (name?: string) => forTester(name, { url: mock().url });
const test = base.extend<TesterFixtures>(testerFixtures);

function send(name: string, fields: Record<string, unknown> = {}) {
  const briefId = `daily-harvest.${name}`;
  return submit(mock(), { briefId, ...fields });
}

test('ids and URLs have the name, and by default one of their own', () => {
  const anna = tester('anna');
  expect(anna.id('flaky-brief')).toBe('flaky-brief.anna');
  expect(anna.pageUrl('{a}', 'dismissed')).toBe(
    `${mock().url}/app/subscriber-feedback/3141592/%7Ba%7D.anna/contact?captcha=dismissed`,
  );
  expect(anna.consoleUrl).toBe(`${mock().url}/mock/?name=anna`);
  expect(tester().name).toMatch(/^t[\da-f]{8}$/);
  expect(tester().name).not.toBe(tester().name);
  for (const name of ['a.b', 'json', '']) {
    expect(() => forTester(name)).toThrow(`got "${name}"`);
  }
});

test('a message that is sent exactly once is found, even if it arrives later', async () => {
  const ben = tester('ben');
  await send('other', { text: 'Hello' });
  const expected = ben.expectSubmission({ text: 'Hello', subscriberId: 3141592 });
  await send('ben', { text: 'Hello' });
  expect(await expected).toMatchObject({ key: 'daily-harvest.ben', status: 200 });

  await send('ben', { text: 'Hello' });
  await expect(ben.expectSubmission({ text: 'Hello' })).rejects.toThrow(
    /^Expected exactly 1 request with .*, got 2\.\n {2}Request \d+ matches\.\n.*\nSee .*name=ben$/,
  );
});

test('an error says in what the nearest requests differ, also on timeout', async () => {
  await send('cora', { text: 'Hallo' });
  const cora = forTester('cora', { url: mock().url, timeoutMs: 10 });
  const filter = { operation: 'submitFeedback', body: { text: 'Hello' } } as const;
  const difference = /\n {2}Request \d+: body\.text: expected "Hello", got "Hallo"\.\nSee /;
  await expect(cora.expectRequests(filter, { atLeast: 1 })).rejects.toThrow(difference);
  await expect(cora.expectSubmission({ text: 'Hello' })).rejects.toThrow(difference);
  await expect(cora.waitFor({ status: '5xx' }, { count: 2 })).rejects.toThrow(
    '0 of 2 requests matched {"status":"5xx","name":"cora"} within 10 ms.',
  );
});

test('an error says which field does not exist, as does the compiler', async () => {
  // @ts-expect-error The name is misspelt.
  const body = { subjectline: 'Hello' } satisfies ExpectedFields;
  await expect(tester('cora').expectRequests({ body } as object, { exactly: 0 })).rejects.toThrow(
    'Filter "body.subjectline": no body has "subjectline"; did you mean subjectLine.',
  );
});

test('an error says that no mock is running', async () => {
  const { journal } = forTester('anna', { url: 'http://127.0.0.1:9' });
  await expect(journal()).rejects.toThrow(
    'http://127.0.0.1:9: expected a running mock; start it with npm start, or set MOCK_URL (',
  );
});

test('a message is found by a part of it and by a regular expression', async () => {
  await send('ines', { text: 'Hello, is anybody there?' });
  const text = { contains: 'anybody', matches: /^hello/i };
  await tester('ines').expectSubmission({ text, subscriberId: 3141592 });
  const header = { 'Content-Type': { contains: 'json' } };
  await tester('ines').expectRequests({ header, body: { text: 'Hello' } }, { exactly: 0 });
});

test.for([/never/, {}, { contain: 'never' }, { contains: undefined }, null, undefined])(
  'the field %o is an error and does not match all messages, also where types are not checked',
  async (text) => {
    await send('jane', { text: 'Hello' });
    const body = { text } as unknown as ExpectedFields;
    const verified = tester('jane').expectRequests({ body }, { atLeast: 0 });
    await expect(verified).rejects.toThrow('body.text: expected a value, or contains');
  },
);

test('a message that violates the contract is not accepted', async () => {
  await send('emil', { subjectLine: '' });
  await expect(tester('emil').expectSubmission()).rejects.toThrow(
    /violates the contract\.\n {2}.*subjectLine/,
  );
});

test('a reset affects only the tester', async () => {
  await getBrief(mock(), 'flaky-brief.fred');
  await getBrief(mock(), 'flaky-brief.gina');
  await tester('fred').reset();
  expect(await tester('fred').journal()).toEqual([]);
  await tester('gina').expectRequests({ key: 'flaky-brief' }, { exactly: 1 });
});

test('the Vitest fixture is a tester of its own', ({ tester: first }) => {
  expect(first.id('a')).toMatch(/^a\.t[\da-f]{8}$/);
});

test('the Playwright fixture uses baseURL and attaches the requests of a failed test', async () => {
  const attachments: [string, string][] = [];
  const testInfo = {
    status: 'failed',
    expectedStatus: 'passed',
    attach: async (name: string, { body }: { body: string }) => {
      attachments.push([name, body]);
    },
  };
  await playwrightFixtures.tester(
    { baseURL: mock().url },
    async ({ url, id }) => void (await getBrief({ url }, id('daily-harvest'))),
    testInfo,
  );
  expect(attachments).toMatchObject([['mock-journal.json', expect.stringContaining('getBrief')]]);
});
