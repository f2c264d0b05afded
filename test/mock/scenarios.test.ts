import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startMock } from '../../mock-api/startMock.ts';
import { forTester, type NewScenarios } from '../../mock-api/testing/forTester.ts';
import { copyWithChange } from '../temporaryFiles.ts';
import {
  beginCheck,
  briefsPath,
  currentUserPath,
  getBrief,
  shareTestMock,
  signIn,
  signInForCookie,
  signOutPath,
  startTestMock,
  submit,
} from './fixtures/startTestMock.ts';
import { waitForEntry } from './fixtures/waitForEntries.ts';

const mock = shareTestMock();

/** Adds a scenario for a tester of its own, and returns the tester. */
async function add(name: string, scenario: NewScenarios[string], id = 'my-brief') {
  const tester = await forTester(name, { url: mock().url, settleMs: 0 });
  await tester.addScenarios({ [id]: scenario });
  return tester;
}

/** Sends the request of an operation with the session of a user. */
async function staff(path: string, user: string) {
  const cookie = await signInForCookie(mock(), user);
  return fetch(mock().url + path, { headers: { cookie } });
}

test.each<{
  id: string;
  operation: string;
  status: number;
  send: (id: string) => Promise<Response>;
}>([
  {
    id: 'stack-trace-submission',
    operation: 'submitFeedback',
    status: 500,
    send: (briefId) => submit(mock(), { briefId }),
  },
  { id: 'broken-sign-in', operation: 'signIn', status: 500, send: (id) => signIn(mock(), id) },
  {
    id: 'expired-session-current-user',
    operation: 'getCurrentUser',
    status: 200,
    send: (id) => staff(currentUserPath, id),
  },
])('$id applies to $operation', async ({ id, operation, status, send }) => {
  expect((await send(`${id}.anna`)).status).toBe(status);
  const entries = mock()
    .journal.list()
    .filter(({ scenario }) => scenario === id);
  expect(entries).toMatchObject([{ key: `${id}.anna`, operation }]);
});

test('the user name of a session selects the scenario of its sign-out', async () => {
  const tester = await add('leaver', { operation: 'signOut', fault: 'reset' }, 'last-day');
  await expect(staff(signOutPath, tester.id('last-day'))).rejects.toThrow('fetch failed');
  expect(await tester.journal({ scenario: 'last-day' })).toHaveLength(1);
});

test('a scenario applies only to its own operation, and has a brief for the page', async () => {
  expect((await submit(mock(), { briefId: 'broken-brief' })).status).toBe(200);
  const brief = await getBrief(mock(), 'broken-submission.anna');
  expect(await brief.json()).toMatchObject({ name: 'broken-submission' });
});

test.each([
  { fault: 'closed', sent: /^$/, code: undefined },
  { fault: 'reset', sent: /^$/, code: 'ECONNRESET' },
  { fault: 'truncated', sent: /content-length: \d+[\s\S]*"fullName":$/, code: undefined },
  { fault: 'reset mid-body', sent: /"fullName":$/, code: 'ECONNRESET' },
] as const)(
  'the fault "$fault" ends the connection after its delay',
  async ({ fault, sent, code }) => {
    const scenario = { operation: 'getBrief', fault, delayMs: 50 } as const;
    const tester = await add(fault.replace(' ', '-'), scenario);
    const { received, error } = await readConnection(`${briefsPath}/${tester.id('my-brief')}`);
    expect(received).toMatch(sent);
    expect(error).toBe(code);
    const [entry] = await tester.expectRequests({ outcome: fault }, { atLeast: 1 });
    expect(entry).toMatchObject({ outcome: fault });
    expect(entry?.durationMs).toBeGreaterThanOrEqual(45);
  },
);

test('a request whose client leaves during the delay has no status', async () => {
  const tester = await add('left', { operation: 'getBrief', delayMs: 9000 });
  const left = getBrief(tester, tester.id('my-brief'), { signal: AbortSignal.timeout(100) });
  await expect(left).rejects.toThrow('timeout');
  const [entry] = await tester.expectRequests({ outcome: 'client aborted' }, { atLeast: 1 });
  expect(entry).not.toHaveProperty('status');
});

test('silent leaves the connection open until the mock stops', async () => {
  const own = await startMock({ port: 0 });
  const end = getBrief(own, 'silent-brief').catch(() => 'connection closed');
  const entry = await waitForEntry(own.journal, { scenario: 'silent-brief' });
  expect(entry).toMatchObject({ outcome: 'no response' });
  expect(entry).not.toHaveProperty('status');
  await own.close();
  expect(await end).toBe('connection closed');
});

test.each<{ what: string; scenario: NewScenarios[string]; status: number; body: object }>([
  {
    what: 'the example of its status',
    scenario: { status: 404 },
    status: 404,
    body: { detail: 'There is no such brief.' },
  },
  {
    what: 'the example with its name',
    scenario: { example: 'spacesInName' },
    status: 200,
    body: { name: 'Food & Drink' },
  },
  { what: 'its own body', scenario: { status: 429, body: { a: 1 } }, status: 429, body: { a: 1 } },
  {
    what: 'an undeclared status',
    scenario: { status: 599 },
    status: 599,
    body: { detail: expect.stringContaining('not declare') },
  },
])('a scenario responds with $what', async ({ scenario, status, body }) => {
  const headers = { 'Retry-After': 30 };
  const tester = await add('anna', { operation: 'getBrief', headers, ...scenario });
  const response = await getBrief(mock(), tester.id('my-brief'));
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject(body);
  expect(response.headers.get('retry-after')).toBe('30');
});

test('a list of values is one header line each', async () => {
  const headers = { 'Set-Cookie': ['a=1; Path=/', 'b=2'], 'X-A': [1, 'two'] };
  const tester = await add('lines', { operation: 'getBrief', headers });
  const response = await getBrief(mock(), tester.id('my-brief'));
  expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2']);
  expect(response.headers.get('x-a')).toBe('1, two');
  const [entry] = await tester.journal({ operation: 'getBrief' });
  expect(entry?.responseHeaders).toMatchObject({ 'set-cookie': '•••', 'x-a': '1, two' });
});

test.each([
  {
    what: 'a part of a text',
    body: { text: { contains: 'X' } },
    met: 'a X',
    unmet: 'a x',
    reason: 'body.text is not {"contains":"X"}',
  },
  {
    what: 'one of a list',
    body: { text: ['Xa', { contains: 'b' }] },
    met: 'abc',
    unmet: 'X',
    reason: 'body.text is not ["Xa",{"contains":"b"}]',
  },
  {
    what: 'two values',
    body: { subscriberId: 7, text: 'a' },
    met: 'a',
    unmet: 'b',
    reason: 'body.subscriberId is not 7; body.text is not "a"',
  },
])('a scenario with a condition on $what applies and is counted only then', async (row) => {
  const { body, met, unmet, reason } = row;
  const steps = [503, 'ok'] as const;
  const tester = await add('picky', { operation: 'submitFeedback', when: { body }, steps });
  const briefId = tester.id('my-brief');
  const send = (text: string, subscriberId: unknown) =>
    submit(mock(), { briefId, text, subscriberId });

  const statuses = [await send(unmet, '7'), await send(met, 7), await send(met, 7)];
  expect(statuses.map(({ status }) => status)).toEqual([200, 503, 200]);
  expect(await tester.journal({})).toMatchObject([
    { reason: `The scenario my-brief does not apply: ${reason}.` },
    { scenario: 'my-brief', reason: expect.stringContaining('and meets {"body"') },
    { scenario: 'my-brief' },
  ]);
  await tester.finish();
});

test('a scenario can ask for a header and a parameter of the query', async () => {
  const when = { header: { 'X-Demo': 'yes' }, query: { page: { contains: '1' }, size: 2 } };
  const tester = await add('ben', { operation: 'getBrief', when, status: 503 });
  const statusOf = async (query: string, headers: Record<string, string>) =>
    (await getBrief(mock(), `${tester.id('my-brief')}?${query}`, { headers })).status;
  expect(await statusOf('page=12&size=2', { 'x-demo': 'yes' })).toBe(503);
  expect(await statusOf('page=2&size=2', { 'x-demo': 'yes' })).toBe(200);
  expect(await statusOf('page=12&size=2', {})).toBe(200);
});

test.each([
  [
    'an unknown operation',
    'scenarios:\n  x:\n    operation: getBreif',
    'body:3 "x", operation: the contract has no operation "getBreif"; expected one of getBrief, ',
  ],
  ['an alias', 'briefs:\n  x: *gone', 'body:2 The alias *gone is not supported; repeat the value.'],
  [
    'text in Windows-1252',
    Buffer.from('briefs:\n  x: { fullName: Grüße }', 'latin1'),
    'body:2 Encoding: expected text in UTF-8.',
  ],
])('a scenario that is added with %s is rejected with its line and the reason', async (...row) => {
  const [, body, message] = row;
  const section = await beginCheck(mock(), 'a');
  const init = { method: 'POST', body };
  const response = await fetch(`${mock().url}/mock/scenarios?${section}`, init);
  const { status, detail } = await response.json();
  expect([status, detail]).toEqual([400, expect.stringContaining(message)]);
});

test('a data file with a mistake stops the start, with its line and the reason', async () => {
  const dataFile = await copyWithChange('mock-api/data.yaml', (text) =>
    text.replace('adam@example.com', 'adam'),
  );
  await expect(startTestMock({ dataFile })).rejects.toThrow(
    /^\S+data\.yaml:\d+ "admin", emailAddress, must match format "email", got "adam"\.$/,
  );
});

test('a data file cannot have a user with the id of a scenario', async () => {
  const dataFile = await copyWithChange('mock-api/data.yaml', (text) =>
    text.replace('  admin:', '  broken-sign-in:'),
  );
  await expect(startTestMock({ dataFile })).rejects.toThrow(
    '"broken-sign-in" is the id of a scenario; choose another id.',
  );
});

/** Sends a request on its own connection and reads until the connection is closed. */
function readConnection(path: string) {
  return new Promise<{ received: string; error: string | undefined }>((resolve) => {
    const socket = connect(mock().port, '127.0.0.1');
    let received = '';
    let error: string | undefined;
    socket.setEncoding('latin1').on('data', (text) => {
      received += text;
    });
    socket.on('error', (failure: NodeJS.ErrnoException) => {
      error = failure.code;
    });
    socket.on('close', () => resolve({ received, error }));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n`);
  });
}
