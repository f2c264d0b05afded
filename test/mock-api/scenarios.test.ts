import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createResponseCheck } from '../../mock-api/contract/checkResponse.ts';
import { loadContract } from '../../mock-api/contract/loadContract.ts';
import { type Scenario, scenarios } from '../../mock-api/scenarios.ts';
import { type RunningMock, startMock } from '../../mock-api/startMock.ts';
import {
  BRIEFS,
  CURRENT_USER,
  mockServer,
  postJson,
  SIGN_OUT,
  SUBMIT,
  sessionOf,
  sharedMock,
  signInAs,
  submission,
} from '../support/mockServer.ts';

/** Sends the request that a scenario is about. */
const REQUESTS: Record<
  Scenario['operation'],
  (mock: RunningMock, id: string) => Promise<Response>
> = {
  getBrief: ({ url }, id) => fetch(`${url}${BRIEFS}/${id}`),
  submitFeedback: ({ url }, id) => postJson(url + SUBMIT, submission({ briefId: id })),
  signIn: (mock, id) => signInAs(mock, id),
  getCurrentUser: async (mock, id) =>
    fetch(mock.url + CURRENT_USER, { headers: { cookie: await sessionOf(mock, id) } }),
  signOut: async (mock, id) =>
    fetch(mock.url + SIGN_OUT, { headers: { cookie: await sessionOf(mock, id) } }),
};

function ask(mock: RunningMock, { operation, id }: Scenario): Promise<Response> {
  return REQUESTS[operation](mock, id);
}

const running = sharedMock();
const withAnswer = scenarios.filter(({ behaviour }) => behaviour.answer);
const late = scenarios.filter(({ behaviour }) => behaviour.delay !== undefined);
const undelivered = scenarios.filter(({ behaviour }) => behaviour.delivery !== undefined);

describe.concurrent('in place of the ordinary answer', () => {
  test.each(withAnswer)('$id: $does', async (scenario) => {
    const answer = await ask(running(), scenario);
    const { status, mediaType, body } = scenario.behaviour.answer ?? {};
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe(mediaType ?? null);
    expect(await answer.text()).toBe(body);
    const entries = running().journal.list({ scenario: scenario.id });
    expect(entries).toMatchObject([{ key: scenario.id, status }]);
  });
});

describe.concurrent('the ordinary answer, but later', () => {
  test.each(late)('$id: $does', async (scenario) => {
    const started = performance.now();
    const answer = await ask(running(), scenario);
    const { delay = 0 } = scenario.behaviour;
    const [from, to] = typeof delay === 'number' ? [delay, delay] : delay;
    const took = performance.now() - started;
    expect(took).toBeGreaterThanOrEqual(from - 5);
    expect(took).toBeLessThan(to + 1500);
    expect(answer.ok).toBe(true);
  });
});

describe.concurrent('no whole answer', () => {
  const never = undelivered.filter(({ behaviour }) => behaviour.delivery === 'never');
  const broken = undelivered.filter((scenario) => !never.includes(scenario));

  test.each(broken)('$id: $does', async (scenario) => {
    const reading = ask(running(), scenario).then((answer) => answer.text());
    await expect(reading).rejects.toThrow();
    const entry = await running().journal.wait({ scenario: scenario.id, ended: true });
    expect(entry.outcome).toBe(scenario.behaviour.delivery);
  });

  test.each(never)('$id: $does', async (scenario) => {
    const mock = await startMock({ port: 0 });
    const end = ask(mock, scenario).then(
      () => 'answered',
      () => 'broken off',
    );
    const entry = await mock.journal.wait({ scenario: scenario.id });
    expect(entry).toMatchObject({ outcome: 'never answered' });
    expect(entry).not.toHaveProperty('status');
    await mock.close();
    expect(await end).toBe('broken off');
  });
});

test('a reset sends nothing, a cut ends in good order, a torn answer does not', async () => {
  const mock = await mockServer();
  const [reset, cut, torn] = await Promise.all(
    ['reset-brief', 'cut-brief', 'torn-brief'].map((id) => watch(mock.port, `${BRIEFS}/${id}`)),
  );
  expect(reset).toEqual({ received: '', error: 'ECONNRESET' });
  expect(cut?.received).toMatch(/content-length: (\d+)/);
  expect(cut?.received).toMatch(/"fullName":$/);
  expect(cut?.error).toBeUndefined();
  expect(torn?.received).toMatch(/"fullName":$/);
  expect(torn?.error).toBe('ECONNRESET');
});

test('every row that is no transport fault breaks the contract only where it is meant to', async () => {
  const contract = await loadContract('openapi.yaml');
  const checkResponse = createResponseCheck(contract);
  const broken = withAnswer.filter(({ operation: id, behaviour: { answer } }) => {
    const operation = contract.operations.find((candidate) => candidate.id === id);
    if (!operation || !answer) throw new Error(`${id} is no operation.`);
    const headers = answer.mediaType === undefined ? {} : { 'content-type': answer.mediaType };
    const message = { status: answer.status, headers, body: Buffer.from(answer.body) };
    return checkResponse(operation, message).length > 0;
  });
  const honest = withAnswer.filter((scenario) => !broken.includes(scenario)).map(({ id }) => id);
  expect(honest).toEqual([
    'missing-brief',
    'signed-out-brief',
    'broken-brief',
    'flaky-brief',
    'missing-submission',
    'signed-out-submission',
    'broken-submission',
    'quiet-submission',
    'flaky-submission',
    'signed-out-sign-in',
    'login-page-sign-in',
    'broken-sign-in',
    'flaky-sign-in',
    'signed-out-current-user',
    'login-page-current-user',
    'broken-current-user',
    'flaky-current-user',
    'signed-out-sign-out',
    'login-page-sign-out',
    'broken-sign-out',
    'flaky-sign-out',
  ]);
});

test('the page of a submission’s scenario loads', async () => {
  const { url } = await mockServer();
  for (const { id } of scenarios.filter(({ operation }) => operation === 'submitFeedback')) {
    const answer = await fetch(`${url}${BRIEFS}/${id}.anna`);
    expect(await answer.json(), id).toMatchObject({ name: id });
  }
});

describe('a suffix keeps testers apart', () => {
  test('each has failures of their own to get through', async () => {
    const { url } = await mockServer();
    const statusFor = async (id: string) => (await fetch(`${url}${BRIEFS}/${id}`)).status;
    expect(await statusFor('flaky-brief.anna')).toBe(500);
    expect(await statusFor('flaky-brief.anna')).toBe(500);
    expect(await statusFor('flaky-brief.ben')).toBe(500);
    expect(await statusFor('flaky-brief.anna')).toBe(200);
    expect(await statusFor('flaky-brief.ben')).toBe(500);
    expect(await statusFor('flaky-brief.ben')).toBe(200);
    expect(await statusFor('flaky-brief')).toBe(500);
  });

  test('the journal tells them apart, and all of them together', async () => {
    const mock = await mockServer();
    for (const briefId of ['daily-harvest.anna', 'daily-harvest.ben', 'daily-harvest.anna']) {
      await postJson(mock.url + SUBMIT, submission({ briefId }));
    }
    expect(mock.journal.list({ key: 'daily-harvest.anna' })).toHaveLength(2);
    expect(mock.journal.list({ key: 'daily-harvest.ben' })).toHaveLength(1);
    expect(mock.journal.list({ key: 'daily-harvest' })).toHaveLength(3);
    expect(mock.journal.list({ key: 'daily' })).toHaveLength(0);
  });
});

test('a scenario is for its own operation only', async () => {
  const { url } = await mockServer();
  const answer = await postJson(url + SUBMIT, submission({ briefId: 'broken-brief' }));
  expect(answer.status).toBe(200);
});

test('a client that leaves a slow answer is noted, and nothing is sent after it', async () => {
  const mock = await mockServer();
  const leave = new AbortController();
  const asked = fetch(`${mock.url}${BRIEFS}/slow-brief`, { signal: leave.signal });
  await mock.journal.wait({ scenario: 'slow-brief' });
  leave.abort();
  await expect(asked).rejects.toThrow();
  const entry = await mock.journal.wait({ scenario: 'slow-brief', ended: true });
  expect(entry).toMatchObject({ outcome: 'client left' });
});

/** What a connection brings and how it ends. */
function watch(port: number, path: string) {
  return new Promise<{ received: string; error: string | undefined }>((resolve) => {
    const socket = connect(port, '127.0.0.1');
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
