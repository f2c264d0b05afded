import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { outcomes as pageOutcomes, sentAt } from '../../client/messages.ts';
import { loadMockFiles } from '../../mock-api/operations/loadMockFiles.ts';
import { endings } from '../../mock-api/scenarios/expectedOutcome.ts';
import { type RunningMock, startMock } from '../../mock-api/startMock.ts';
import {
  briefsPath,
  currentUserPath,
  getBrief,
  shareTestMock,
  signIn,
  signInForCookie,
  signOutPath,
  submit,
} from '../support/mock/startTestMock.ts';

/** Sends the request to which a scenario applies. */
const requests: Record<string, (mock: RunningMock, id: string) => Promise<Response>> = {
  'stack-trace-brief': getBrief,
  'stack-trace-submission': (mock, briefId) => submit(mock, { briefId }),
  'broken-sign-in': signIn,
  'login-page-current-user': async (mock, id) =>
    fetch(mock.url + currentUserPath, { headers: { cookie: await signInForCookie(mock, id) } }),
  'reset-sign-out': async (mock, id) =>
    fetch(mock.url + signOutPath, { headers: { cookie: await signInForCookie(mock, id) } }),
};

const mock = shareTestMock();

test.each([
  [
    'stack-trace-brief',
    'getBrief',
    500,
    'java.lang.NullPointerException at com.example.Brief.load',
  ],
  [
    'stack-trace-submission',
    'submitFeedback',
    500,
    'java.lang.NullPointerException at com.example.Brief.load',
  ],
  ['broken-sign-in', 'signIn', 500, undefined],
  [
    'login-page-current-user',
    'getCurrentUser',
    401,
    '<!doctype html><title>Please sign in</title>',
  ],
  ['reset-sign-out', 'signOut', undefined, undefined],
])('%s applies to %s', async (id, operation, status, body) => {
  const response = await requests[id]?.(mock(), `${id}.anna`).catch(() => undefined);
  expect(response?.status).toBe(status);
  if (body !== undefined) expect(await response?.text()).toBe(body);
  expect(mock().journal.list({ scenario: id })).toMatchObject([{ key: `${id}.anna`, operation }]);
});

test('a scenario applies only to its own operation, and has a brief for the page', async () => {
  expect((await submit(mock(), { briefId: 'broken-brief' })).status).toBe(200);
  const brief = await getBrief(mock(), 'broken-submission.anna');
  expect(await brief.json()).toMatchObject({ name: 'broken-submission' });
});

test('reset sends nothing, truncated ends normally, reset mid-body does not', async () => {
  const [reset, truncated, resetMidBody] = await Promise.all(
    ['reset-brief', 'truncated-brief', 'reset-mid-body-brief'].map((id) =>
      readConnection(mock().port, `${briefsPath}/${id}`),
    ),
  );
  expect(reset).toEqual({ received: '', error: 'ECONNRESET' });
  expect(truncated?.received).toMatch(/content-length: (\d+)/);
  expect(truncated?.received).toMatch(/"fullName":$/);
  expect(truncated?.error).toBeUndefined();
  expect(resetMidBody?.received).toMatch(/"fullName":$/);
  expect(resetMidBody?.error).toBe('ECONNRESET');
});

test('silent leaves the connection open until the mock stops', async () => {
  const own = await startMock({ port: 0 });
  const end = getBrief(own, 'silent-brief').catch(() => 'connection closed');
  const entry = await own.journal.wait({ scenario: 'silent-brief' });
  expect(entry).toMatchObject({ outcome: 'no response' });
  expect(entry).not.toHaveProperty('status');
  await own.close();
  expect(await end).toBe('connection closed');
});

test('the expected outcomes quote the page', async () => {
  const { outcomes } = endings.submission;
  const quoteOf = (outcome: keyof typeof outcomes) => outcomes[outcome].match(/“(.+)”/)?.[1];
  expect(quoteOf('failed')).toBe(pageOutcomes.notSent.title);
  expect(quoteOf('not confirmed')).toBe(pageOutcomes.unconfirmed.title);
  expect(sentAt(new Date())).toContain(quoteOf('works'));
  const { data } = await loadMockFiles('openapi.yaml', undefined);
  expect(data.scenarios.find('chatty-brief')?.expectation).toBe(
    'Shows the index page. A success alert that disappears after 5 seconds: “All is well & <b>good</b>”',
  );
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
