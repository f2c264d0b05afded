import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { loadMockFiles } from '../../../mock-api/operations/loadMockFiles.ts';
import { findUnknownVariables } from '../../../mock-api/scenarios/fillTemplate.ts';
import { startMock } from '../../../mock-api/startMock.ts';
import { forTester, type NewScenarios } from '../../../mock-api/testing/forTester.ts';
import {
  briefsPath,
  currentUserPath,
  getBrief,
  openTester,
  shareTestMock,
  signIn,
  signInForCookie,
  signOutPath,
  startTestMock,
  submit,
} from '../../support/mock/startTestMock.ts';
import { copyWithChange } from '../../support/mock/temporaryFiles.ts';

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

test.each<[string, string, number, (id: string) => Promise<Response>]>([
  ['stack-trace-submission', 'submitFeedback', 500, (briefId) => submit(mock(), { briefId })],
  ['broken-sign-in', 'signIn', 500, (id) => signIn(mock(), id)],
  ['expired-session-current-user', 'getCurrentUser', 200, (id) => staff(currentUserPath, id)],
])('%s applies to %s', async (id, operation, status, send) => {
  expect((await send(`${id}.anna`)).status).toBe(status);
  expect(mock().journal.list({ scenario: id })).toMatchObject([{ key: `${id}.anna`, operation }]);
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
  ['closed', /^$/, undefined],
  ['reset', /^$/, 'ECONNRESET'],
  ['truncated', /content-length: \d+[\s\S]*"fullName":$/, undefined],
  ['reset mid-body', /"fullName":$/, 'ECONNRESET'],
] as const)(
  'the fault "%s" sends %s after its delay, and ends with %s',
  async (fault, sent, code) => {
    const tester = await add(fault.replace(' ', '-'), {
      operation: 'getBrief',
      fault,
      delayMs: 50,
    });
    const { received, error } = await readConnection(`${briefsPath}/${tester.id('my-brief')}`);
    expect(received).toMatch(sent);
    expect(error).toBe(code);
    const [entry] = await tester.waitFor({ ended: true });
    expect(entry).toMatchObject({ outcome: fault, delayMs: 50 });
    expect(entry?.durationMs).toBeGreaterThanOrEqual(45);
  },
);

test('silent leaves the connection open until the mock stops', async () => {
  const own = await startMock({ port: 0 });
  const end = getBrief(own, 'silent-brief').catch(() => 'connection closed');
  const entry = await own.journal.wait({ scenario: 'silent-brief' });
  expect(entry).toMatchObject({ outcome: 'no response' });
  expect(entry).not.toHaveProperty('status');
  await own.close();
  expect(await end).toBe('connection closed');
});

test.each<[NewScenarios[string], number, object]>([
  [{ status: 404 }, 404, { detail: 'There is no such brief.' }],
  [{ status: 599 }, 599, { detail: 'The contract does not declare this status.' }],
  [{ example: 'spacesInName' }, 200, { name: 'Food & Drink' }],
  [{ status: 502, example: 'badGateway' }, 502, { mayHaveArrived: false }],
  [{ status: 429, headers: { 'Retry-After': 30 }, body: { a: 1 } }, 429, { a: 1 }],
])('the scenario %j has status %i and body %j', async (scenario, status, body) => {
  const tester = await add('anna', { operation: 'getBrief', ...scenario });
  const response = await getBrief(mock(), tester.id('my-brief'));
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject(body);
  expect(response.headers.get('retry-after')).toBe('headers' in scenario ? '30' : null);
});

test('a response contains values of the request, the attempt and the time', async () => {
  const tester = await add('echo', {
    operation: 'submitFeedback',
    headers: { 'X-Attempt': 'no. {{counter}}' },
    body: {
      text: '“{{body.text}}” to {{ body.briefId }}',
      subscriber: '{{body.subscriberId}}',
      attempt: ['{{counter}}'],
      missing: '{{header.X-Nothing}}',
      at: '{{now}}',
      length: '{{header.Content-Length}}',
      escaped: '\\{{now}} {{body.text}}',
    },
  });
  const briefId = tester.id('my-brief');
  const fields = { briefId, subscriberId: 7, text: 'a "b"\n{{now}}' };
  await submit(mock(), fields);
  const response = await submit(mock(), fields);
  expect(response.headers.get('x-attempt')).toBe('no. 2');
  const body = await response.json();
  expect(body).toEqual({
    text: `“a "b"\n{{now}}” to ${briefId}`,
    subscriber: 7,
    attempt: [2],
    missing: null,
    at: expect.any(String),
    length: expect.stringMatching(/^\d+$/),
    escaped: '{{now}} a "b"\n{{now}}',
  });
  expect(Date.parse(body.at)).toBeGreaterThan(Date.now() - 60_000);
});

test.each([
  [{ text: { contains: 'X' } }, 'a X', 'a x', 'body.text is not {"contains":"X"}'],
  [{ text: { matches: '/^x/i' } }, 'Xa', 'aX', 'body.text is not {"matches":"/^x/i"}'],
  [{ subscriberId: 7, text: 'a' }, 'a', 'b', 'body.subscriberId is not 7; body.text is not "a"'],
])(
  'a scenario whose body must have %j applies and is counted only then',
  async (body, met, unmet, reason) => {
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
  },
);

test('a scenario can ask for a header and a parameter of the query', async () => {
  const when = { header: { 'X-Demo': 'yes' }, query: { page: { contains: '1' }, size: 2 } };
  const tester = await add('ben', { operation: 'getBrief', when, status: 503 });
  const statusOf = async (query: string, headers: Record<string, string>) =>
    (await getBrief(mock(), `${tester.id('my-brief')}?${query}`, { headers })).status;
  expect(await statusOf('page=12&size=2', { 'x-demo': 'yes' })).toBe(503);
  expect(await statusOf('page=2&size=2', { 'x-demo': 'yes' })).toBe(200);
  expect(await statusOf('page=12&size=2', {})).toBe(200);
});

test('a regular expression of a scenario that takes too long does not stop the mock', async () => {
  const when = { body: { text: { matches: '/^(a+)+$/' } } };
  const tester = await add('dora', { operation: 'submitFeedback', when, status: 503 });
  const briefId = tester.id('my-brief');
  expect((await submit(mock(), { briefId, text: `${'a'.repeat(40)}!` })).status).toBe(500);
  expect((await getBrief(mock(), 'daily-harvest')).status).toBe(200);
});

const operation = 'operation: getBrief';
const variables = 'expected path.briefId, header.NAME, body.FIELD, counter or now.';
const matching = (when: string) => `{ for: [submission], status: 503, when: { ${when} } }`;

test.each([
  ['503', ' must be of type object, got 503.'],
  [`[{ ${operation} }, { ${operation} }]`, ' has more than one scenario of getBrief; use steps.'],
  ['{ status: 404 }', ' must have either "for" or "operation".'],
  [`{ ${operation}, stauts: 404 }`, ' has the unknown property "stauts"; did you mean status.'],
  [`{ ${operation}, delay: 3000 }`, ' has the unknown property "delay"; did you mean delayMs.'],
  ['{ opration: getBrief }', ' has the unknown property "opration"; did you mean operation.'],
  [`{ ${operation}, status: none }`, ', status, must be of type integer, got "none".'],
  [`{ ${operation}, steps: [{ fault: x }] }`, ', steps.0.fault, must be one of "no response",'],
  [
    '{ for: [brief, submission], headers: { Trailer: x } }',
    '-brief", headers: a response cannot have "Trailer".',
  ],
  [`{ ${operation}, status: 199 }`, ', status, must be >= 200, got 199.'],
  [
    '{ operation: signOut, expected: { outcome: failed } }',
    ', expected: expected a text, or an outcome of signOut on the page.',
  ],
  [`{ ${operation}, body: "{{path.name}}" }`, `: unknown value "{{path.name}}"; ${variables}`],
  [
    '{ operation: submitFeedback, body: "{{body.subjectline}}" }',
    ': unknown value "{{body.subjectline}}"; no body has "subjectline"; did you mean subjectLine.',
  ],
  [`{ ${operation}, steps: [ok], status: 404 }`, ' has steps, so "status" belongs to one of them.'],
  [`{ ${operation}, example: notFound, body: x }`, ': expected an example or a body, not both.'],
  [
    `{ ${operation}, example: notFond }`,
    ' is skipped, because getBrief has no example "notFond"; did you mean notFound (',
  ],
  [
    '{ operation: getBreif }',
    ' is skipped, because the contract has no operation "getBreif"; did you mean getBrief (',
  ],
  [
    `{ ${operation}, body: { name: x, fullname: y } }`,
    ': the contract does not allow this response: The body is missing the required property "fullName" (',
  ],
  [`{ ${operation}, body: "x" }`, ': the contract does not allow this response: The body'],
  [`{ ${operation}, status: 202 }`, ': the contract does not allow this response: The status 202'],
  [
    `{ ${operation}, body: { name: "{{path.briefId}}" } }`,
    ': the contract does not allow this response: The body is missing the required property',
  ],
  [`{ ${operation}, status: 204, body: { a: 1 } }`, ', body, must be one of "".'],
  [`{ ${operation}, headers: { X-A: "a\\nb" } }`, ', headers.X-A, must match pattern'],
  [`{ ${operation}, headers: { Trailer: x } }`, ', headers: a response cannot have "Trailer".'],
  [matching('body: { subjectline: a }'), '-submission", when.body.subjectline, no body has'],
  [matching('body: { text: 7 }'), '-submission", when.body.text, "text" is no number.'],
  [matching('header: { "X Demo": a }'), '-submission", when.header.X Demo, must be the name of a'],
  [matching('body: { text: { matches: a } }'), '-submission", when.body.text.matches, must be a'],
])('the scenario %s is rejected with the reason', async (scenario, reason) => {
  const body = `scenarios:\n  x: ${scenario}`;
  const token = await openTester(mock(), 'a');
  const response = await fetch(`${mock().url}/mock/scenarios?tester=${token}`, {
    method: 'POST',
    body,
  });
  expect(response.status).toBe(400);
  const expected = reason.startsWith('-') ? `body:2 "x${reason}` : `body:2 "x"${reason}`;
  const { detail } = await response.json();
  expect(detail).toContain(expected);
  expect(detail.match(/body:\d+ /g), detail).toHaveLength(1);
});

test('unknown values are found in linear time', () => {
  const text = `{{${' '.repeat(500_000)}x y}} {{z}}`;
  expect(findUnknownVariables(text, [])).toEqual(['z']);
});

test.each<[from: string | RegExp, to: string, reason: string]>([
  ['adam@example.com', 'adam', '"admin", emailAddress, must match format "email".'],
  ['password: first day', 'pasword: first day', '"pasword"; did you mean password.'],
  ['passwordExpired: true', 'passwordExpird: true', 'd"; did you mean passwordExpired.'],
  [/^scenarios:/m, 'scenarois:', 'has the unknown property "scenarois"; did you mean scenarios.'],
  ['    password: first day\n', '', '"newcomer" is missing the required property "password".'],
  ['long-story:', 'long/story:', '"long/story" is not a valid brief id: it must match pattern'],
  [
    'fullName: The Miller',
    'fullname: The Miller',
    'the unknown property "fullname"; did you mean fullName.',
  ],
  ['long-story:', 'slow-brief:', '"slow-brief" is the id of a scenario; choose another id.'],
  [
    '  missing:',
    '  editor:\n    operation: signIn\n  missing:',
    '"editor" is the id of a scenario;',
  ],
  [
    'long-story:',
    'daily-harvest.b:',
    '"daily-harvest.b" is "daily-harvest" with the tester\'s name',
  ],
  [/$/, '\n  - [', ''],
])('a data file with %s replaced by %j is rejected, with the line', async (from, to, reason) => {
  const dataFile = await copyWithChange('mock-api/data.yaml', (text) => text.replace(from, to));
  const error = await startTestMock({ dataFile }).catch((failure: Error) => failure);
  expect((error as Error).message).toMatch(/^\S+data\.yaml:\d+ /);
  expect((error as Error).message).toContain(reason);
});

test('every scenario can be copied from /mock/scenarios.yaml, and then behaves the same', async () => {
  const response = await fetch(`${mock().url}/mock/scenarios.yaml`);
  expect(response.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
  const copies = (await response.text()).replace(/^ {2}"?([^\s"]+)"?:$/gm, '  copy-of-$1:');
  const dataFile = await copyWithChange('mock-api/data.yaml', (text) =>
    text.replace(/^scenarios:\n.*/ms, copies),
  );
  const { data: copied } = await loadMockFiles('openapi.yaml', dataFile);
  const { data: original } = await loadMockFiles('openapi.yaml', 'mock-api/data.yaml');
  const { list } = original.scenarios;
  expect(list.length).toBeGreaterThan(40);
  expect(list.map(({ id }) => copied.scenarios.find(`copy-of-${id}`))).toEqual(
    list.map((scenario) => ({ ...scenario, id: `copy-of-${scenario.id}` })),
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
