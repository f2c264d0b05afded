import { expect, test as plainTest } from 'vitest';
import { captchaFailures, outcomes } from '../../client/messages.ts';
import { captchaBehaviours } from '../../mock-api/captcha/captchaBehaviours.ts';
import { startMock } from '../../mock-api/startMock.ts';
import type { NewScenarios } from '../../mock-api/testing/forTester.ts';
import { openSocket, whenClosed } from '../rawClient.ts';
import { mockTest } from './fixtures/mockTest.ts';
import { briefsPath, signOutPath, type TestMock, withRequests } from './fixtures/startTestMock.ts';

/** A function that adds a scenario for the tester `anna`, and returns the tester. */
const test = mockTest.extend('add', async ({ mock }) => {
  const anna = await mock.tester('anna');
  return async (scenario: NewScenarios[string], id = 'my-brief') => {
    await anna.addScenarios({ [id]: scenario });
    return anna;
  };
});

test.for(
  Object.entries<(mock: TestMock) => PromiseLike<unknown>>({
    'broken-submission': ({ submit }) => submit({ briefId: 'broken-submission.anna' }),
    'broken-sign-in': ({ signIn }) => signIn('broken-sign-in.anna'),
    'expired-session-current-user': async (mock) =>
      mock.currentUser(await mock.signInForCookie('expired-session-current-user.anna')),
  }),
)('the id selects a scenario of its operation: %s', async ([id, send], { mock }) => {
  await mock.begin('anna');
  await send(mock);
  expect(mock.journal.list().at(-1)).toMatchObject({
    scenario: id,
    reason: `Attempt 1 with "${id}.anna", which selects the scenario ${id}.`,
  });
});

test('the user name of a session selects the scenario of its sign-out', async ({ mock, add }) => {
  const anna = await add({ operation: 'signOut', fault: 'reset' }, 'last-day');
  const cookie = await mock.signInForCookie(anna.id('last-day'));
  await expect(mock.http.get(signOutPath).set('Cookie', cookie)).rejects.toThrow('ECONNRESET');
  expect(await anna.journal({ scenario: 'last-day' })).toHaveLength(1);
});

test('to another operation of the page, the id of a scenario is that of a brief', async ({
  mock,
}) => {
  await mock.submit({ briefId: 'broken-brief.anna' }).expect(200);
  const { body } = await mock.getBrief('broken-submission.anna');
  expect(body).toMatchObject({ name: 'broken-submission' });
});

test.for([
  { fault: 'closed', sent: /^$/, code: undefined },
  { fault: 'reset', sent: /^$/, code: 'ECONNRESET' },
  { fault: 'truncated', sent: /content-length: \d+[\s\S]*"fullName":$/, code: undefined },
  { fault: 'reset mid-body', sent: /"fullName":$/, code: 'ECONNRESET' },
] as const)(
  'the fault "$fault" ends the connection after its delay',
  async (row, { mock, add }) => {
    const { fault, sent, code } = row;
    const anna = await add({ operation: 'getBrief', fault, delayMs: 50 });
    const socket = await openSocket(mock.port);
    let received = '';
    let error: NodeJS.ErrnoException | undefined;
    socket.on('data', (bytes) => {
      received += bytes;
    });
    socket.on('error', (failure) => {
      error = failure;
    });
    socket.write(`GET ${briefsPath}/${anna.id('my-brief')} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await whenClosed(socket);
    expect(received).toMatch(sent);
    expect(error?.code).toBe(code);
    const [entry] = await anna.expectRequests({ outcome: fault }, { atLeast: 1 });
    expect(entry?.durationMs).toBeGreaterThanOrEqual(45);
  },
);

test('a request whose client leaves during the delay has no status', async ({ mock, add }) => {
  const anna = await add({ operation: 'getBrief', delayMs: 9000 });
  const request = mock.getBrief(anna.id('my-brief'));
  request.catch(() => {});
  await mock.entry({ scenario: 'my-brief', outcome: 'pending' });
  request.abort();
  const [entry] = await anna.expectRequests({ outcome: 'client aborted' }, { atLeast: 1 });
  expect(entry).not.toHaveProperty('status');
});

plainTest('the fault "no response" leaves the connection open until the mock stops', async () => {
  const mock = withRequests(await startMock({ port: 0 }));
  const end = expect(mock.getBrief('silent-brief')).rejects.toThrow('socket hang up');
  const entry = await mock.entry({ outcome: 'no response' });
  expect(entry).not.toHaveProperty('status');
  await mock.close();
  await end;
});

test.for(
  Object.entries<object>({
    '404 There is no such brief.': { status: 404 },
    '200 Food & Drink': { example: 'spacesInName' },
    '429 own': { status: 429, body: { name: 'own' } },
    '599 The contract does not declare': { status: 599 },
  }),
)(
  'a scenario responds with the example of its status or name, or with its own body: %s',
  async ([expected, row], { mock, add }) => {
    const anna = await add({ operation: 'getBrief', headers: { 'Retry-After': 30 }, ...row });
    const { status, body, headers } = await mock.getBrief(anna.id('my-brief'));
    expect(`${status} ${body.detail ?? body.name}`).toContain(expected);
    expect(headers).toMatchObject({ 'retry-after': '30' });
  },
);

test('a list of values is one header line each', async ({ mock, add }) => {
  const headers = { 'Set-Cookie': ['a=1; Path=/', 'b=2'], 'X-A': [1, 'two'] };
  const anna = await add({ operation: 'getBrief', headers });
  const response = await mock.getBrief(anna.id('my-brief'));
  expect(response.headers).toMatchObject({ 'set-cookie': ['a=1; Path=/', 'b=2'], 'x-a': '1, two' });
  const [entry] = await anna.journal({ operation: 'getBrief' });
  expect(entry?.responseHeaders).toMatchObject({ 'set-cookie': '•••', 'x-a': '1, two' });
});

test('a scenario with a condition applies and is counted only where it is met', async ({
  mock,
  add,
}) => {
  const body = { text: ['Xa', { contains: 'b' }], subscriberId: 7 };
  const anna = await add({ operation: 'submitFeedback', when: { body }, steps: [503, 'ok'] });
  const briefId = anna.id('my-brief');
  const statuses: number[] = [];
  for (const fields of [
    { text: 'Xa' },
    { text: 'X', subscriberId: 7 },
    ...Array(2).fill({ text: 'abc', subscriberId: 7 }),
  ])
    statuses.push((await mock.submit({ briefId, ...fields })).status);
  expect(statuses).toEqual([200, 200, 503, 200]);
  const unmet = 'The scenario my-brief does not apply: body.';
  expect((await anna.journal({})).map(({ reason }) => reason)).toEqual([
    `${unmet}subscriberId is not 7.`,
    `${unmet}text is not ["Xa",{"contains":"b"}].`,
    expect.stringContaining('and meets {"body"'),
    expect.stringContaining('Attempt 2'),
  ]);
  await anna.finish();
});

test('a scenario can ask for a header and a parameter of the query', async ({ mock, add }) => {
  const when = { header: { 'X-Demo': 'yes' }, query: { page: { contains: '1' }, size: 2 } };
  const anna = await add({ operation: 'getBrief', when, status: 503 });
  const ask = (demo: string) =>
    mock.getBrief(`${anna.id('my-brief')}?page=12&size=2`).set('X-Demo', demo);
  await ask('yes').expect(503);
  await ask('no').expect(200);
});

test('a scenario does not play for a request that violates the contract, nor counts it', async ({
  mock,
}) => {
  const statuses: number[] = [];
  for (const text of ['', 'Hello', 'Hello', '', 'Hello']) {
    statuses.push((await mock.submit({ briefId: 'flaky-submission.anna', text })).status);
  }
  expect(statuses).toEqual([400, 500, 500, 400, 200]);
});

test('a page of a scenario is sandboxed, so that it cannot read the journal', async ({ mock }) => {
  const { headers } = await mock.getBrief('login-page-brief');
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': 'sandbox',
  });
});

test('a step has its own status where the contract declares a range', async ({ mock, add }) => {
  const anna = await add({ operation: 'signIn', status: 202 }, 'accepted');
  await mock.signIn(anna.id('accepted')).expect(202);
});

plainTest.each(
  Object.entries({
    dismissed: captchaFailures.dismissed,
    expired: captchaFailures.expired,
    error: captchaFailures.failed,
    never: captchaFailures.timeout,
    blocked: captchaFailures.blocked,
  }),
)('the console says what the page shows for the captcha %s', (name, failure) => {
  const { expected } = captchaBehaviours[name as keyof typeof captchaBehaviours];
  expect(expected).toContain(`“${outcomes.nothingSent(failure).title}”`);
});
