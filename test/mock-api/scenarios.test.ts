import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { submissionTexts } from '../../client/messages.ts';
import { loadContract } from '../../mock-api/contract/load/loadContract.ts';
import { createResponseValidator } from '../../mock-api/contract/validate/validateResponse.ts';
import type { Behaviour } from '../../mock-api/scenarios/behaviour.ts';
import { scenarioOperations } from '../../mock-api/scenarios/scenarioOperations.ts';
import { type BuiltInScenario, scenarios } from '../../mock-api/scenarios/scenarios.ts';
import { type RunningMock, startMock } from '../../mock-api/startMock.ts';
import {
  briefsPath,
  currentUserPath,
  getBrief,
  shareTestMock,
  signIn,
  signInForCookie,
  signOutPath,
  startTestMock,
  submit,
} from '../support/mock/startTestMock.ts';

/** Sends the request to which a scenario applies. */
const requests: Record<
  BuiltInScenario['operation'],
  (mock: RunningMock, id: string) => Promise<Response>
> = {
  getBrief: ({ url }, id) => getBrief({ url }, id),
  submitFeedback: ({ url }, id) => submit({ url }, { briefId: id }),
  signIn: (mock, id) => signIn(mock, id),
  getCurrentUser: async (mock, id) =>
    fetch(mock.url + currentUserPath, { headers: { cookie: await signInForCookie(mock, id) } }),
  signOut: async (mock, id) =>
    fetch(mock.url + signOutPath, { headers: { cookie: await signInForCookie(mock, id) } }),
};

function sendRequest(mock: RunningMock, { operation, id }: BuiltInScenario): Promise<Response> {
  return requests[operation](mock, id);
}

const sharedMock = shareTestMock();
const firstSteps = scenarios.map((scenario) => ({ ...scenario, ...scenario.steps[0] }));
const withResponse = firstSteps.filter(({ body }) => body !== undefined);
const delayed = firstSteps.filter(({ delay }) => delay !== undefined);
const undelivered = firstSteps.filter(({ fault }) => fault !== undefined);

/** The media type and the text of a scenario's response. */
function sentContent({ mediaType, body }: Behaviour): [mediaType: string | null, text: string] {
  const type = mediaType ?? (typeof body === 'string' ? 'text/plain' : 'application/json');
  const charset = type.startsWith('text/') ? '; charset=utf-8' : '';
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return [text === '' ? null : type + charset, text];
}

describe.concurrent('a scenario that replaces the default response', () => {
  test.each(withResponse)('$id: $description', async (scenario) => {
    const response = await sendRequest(sharedMock(), scenario);
    const { status } = scenario;
    expect(response.status).toBe(status);
    const received = [response.headers.get('content-type'), await response.text()];
    expect(received).toEqual(sentContent(scenario));
    const entries = sharedMock().journal.list({ scenario: scenario.id });
    expect(entries).toMatchObject([{ key: scenario.id, status }]);
  });
});

describe.concurrent('a scenario that delays the default response', () => {
  test.each(delayed)('$id: $description', async (scenario) => {
    const started = performance.now();
    const response = await sendRequest(sharedMock(), scenario);
    const { delay } = scenario;
    const { from, to } = delay === 3000 ? { from: delay, to: delay } : { from: 200, to: 1500 };
    expect(performance.now() - started).toBeGreaterThanOrEqual(from - 5);
    expect(response.ok).toBe(true);
    const { delayMs } = await sharedMock().journal.wait({ scenario: scenario.id });
    expect(delayMs).toBeGreaterThanOrEqual(from);
    expect(delayMs).toBeLessThanOrEqual(to);
  });
});

describe.concurrent('a scenario without a complete response', () => {
  const silent = undelivered.filter(({ fault }) => fault === 'no response');
  const closing = undelivered.filter((scenario) => !silent.includes(scenario));

  test.each(closing)('$id: $description', async (scenario) => {
    const reading = sendRequest(sharedMock(), scenario).then((response) => response.text());
    await expect(reading).rejects.toThrow();
    const entry = await sharedMock().journal.wait({ scenario: scenario.id, ended: true });
    expect(entry.outcome).toBe(scenario.fault);
  });

  test.each(silent)('$id: $description', async (scenario) => {
    const mock = await startMock({ port: 0 });
    const end = sendRequest(mock, scenario).then(
      () => 'response',
      () => 'connection closed',
    );
    const entry = await mock.journal.wait({ scenario: scenario.id });
    expect(entry).toMatchObject({ outcome: 'no response' });
    expect(entry).not.toHaveProperty('status');
    await mock.close();
    expect(await end).toBe('connection closed');
  });
});

test('reset sends nothing, truncated ends normally, reset mid-body does not', async () => {
  const mock = await startTestMock();
  const [reset, truncated, resetMidBody] = await Promise.all(
    ['reset-brief', 'truncated-brief', 'reset-mid-body-brief'].map((id) =>
      readConnection(mock.port, `${briefsPath}/${id}`),
    ),
  );
  expect(reset).toEqual({ received: '', error: 'ECONNRESET' });
  expect(truncated?.received).toMatch(/content-length: (\d+)/);
  expect(truncated?.received).toMatch(/"fullName":$/);
  expect(truncated?.error).toBeUndefined();
  expect(resetMidBody?.received).toMatch(/"fullName":$/);
  expect(resetMidBody?.error).toBe('ECONNRESET');
});

test('only the listed scenarios send a response that conforms to the contract', async () => {
  const contract = await loadContract('openapi.yaml');
  const validateResponse = createResponseValidator(contract);
  const violating = withResponse.filter((scenario) => {
    const operation = contract.operations.find(({ id }) => id === scenario.operation);
    if (!operation) throw new Error(`The contract has no operation ${scenario.operation}.`);
    const [mediaType, text] = sentContent(scenario);
    const headers = mediaType === null ? {} : { 'content-type': mediaType };
    const message = { status: scenario.status ?? 200, headers, body: Buffer.from(text) };
    return validateResponse(operation, message).length > 0;
  });
  const conforming = withResponse
    .filter((scenario) => !violating.includes(scenario))
    .map(({ id }) => id);
  const named = (suffix: string, names: string) =>
    names.split(' ').map((name) => `${name}-${suffix}`);
  expect(conforming).toEqual([
    ...named('brief', 'missing signed-out broken flaky'),
    ...named('submission', 'missing signed-out broken quiet flaky'),
    ...named('sign-in', 'signed-out login-page broken flaky'),
    ...named('current-user', 'signed-out login-page broken flaky'),
    ...named('sign-out', 'signed-out login-page broken flaky'),
  ]);
});

test('the expected outcomes quote the page', () => {
  const { outcomes } = scenarioOperations.submitFeedback;
  const quoteOf = (outcome: keyof typeof outcomes) => outcomes[outcome].match(/“(.+)”/)?.[1];
  expect(quoteOf('failed')).toBe(submissionTexts.notSent);
  expect(quoteOf('not confirmed')).toBe(submissionTexts.unconfirmed);
  expect(quoteOf('works')).toBe(submissionTexts.sent);
});

test('every scenario of a submission has a brief, so that its page loads', async () => {
  const { url } = await startTestMock();
  for (const { id } of scenarios.filter(({ operation }) => operation === 'submitFeedback')) {
    const response = await getBrief({ url }, `${id}.anna`);
    expect(await response.json(), id).toMatchObject({ name: id });
  }
});

test('a scenario applies only to its own operation', async () => {
  const { url } = await startTestMock();
  const response = await submit({ url }, { briefId: 'broken-brief' });
  expect(response.status).toBe(200);
});

test('a client that aborts a delayed response is recorded', async () => {
  const mock = await startTestMock();
  const client = new AbortController();
  const request = getBrief(mock, 'slow-brief', { signal: client.signal });
  await mock.journal.wait({ scenario: 'slow-brief' });
  client.abort();
  await expect(request).rejects.toThrow();
  const entry = await mock.journal.wait({ scenario: 'slow-brief', ended: true });
  expect(entry).toMatchObject({ outcome: 'client aborted' });
});

/** Sends a request on its own connection and reads until the connection is closed. */
function readConnection(port: number, path: string) {
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
