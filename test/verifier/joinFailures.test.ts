import { expect, test } from 'vitest';
import type { Exchange, Run } from '../../verifier/model.ts';
import { joinFailures } from '../../verifier/report/joinFailures.ts';
import { referenceContract as contract } from './fixtures/runVerifier.ts';

const operation = contract.operations.find(({ id }) => id === 'getCurrentUser');

const signIn = { response: { startedAt: 1000, durationMs: 50 } };

/** Creates a read in a session of its own, which is sent some time after the response to the sign-in. */
function readAfter(delayMs: number, status: number) {
  const request = { method: 'GET', target: '', headers: { Cookie: `JSESSIONID=${delayMs}` } };
  const response = { status, startedAt: 1050 + delayMs, durationMs: 5, headers: {} };
  return {
    operation,
    expected: 'accept',
    request,
    response,
    steps: [signIn],
    together: [],
  } as unknown as Exchange;
}

test.each([
  {
    sessions: 'that were read sooner',
    delays: [5, 40],
    hint: '2 of 3 sessions failed. Reads failed up to 40 ms after the sign-in, and succeeded after 90 ms or later. Separate commands take another time.',
  },
  {
    sessions: 'that were read later',
    delays: [110, 150],
    hint: '2 of 3 sessions failed. Reads succeeded up to 90 ms after the sign-in, and failed after 110 ms or later. Separate commands take another time.',
  },
  { sessions: 'of which one was read later', delays: [5, 95], hint: '2 of 3 sessions failed.' },
])('of failures in sessions $sessions, the hint is "$hint"', ({ delays, hint }) => {
  const rejected = delays.map((delayMs) => readAfter(delayMs, 401));
  const exchanges = [...rejected, readAfter(90, 200)];
  const failures = rejected.map((exchange) => ({ exchange }));
  const run = { exchanges, failures } as unknown as Run;
  const joined = joinFailures(run, { contract } as Parameters<typeof joinFailures>[1]);
  expect(joined.map((failure) => failure.hint)).toEqual([hint, hint]);
});

test.each([
  {
    kind: 'of a session that began with the cookie of another',
    steps: [signIn, signIn],
    failure: {},
  },
  {
    kind: 'after which the server has stopped',
    steps: [signIn],
    failure: { check: 'response_received' },
  },
])('a failure $kind is left as it is', ({ steps, failure }) => {
  const failed = { ...readAfter(60, 401), steps } as unknown as Exchange;
  const exchanges = [readAfter(5, 200), failed, readAfter(90, 200)];
  const failures = [{ ...failure, exchange: failed }];
  const run = { exchanges, failures } as unknown as Run;
  const joined = joinFailures(run, { contract } as Parameters<typeof joinFailures>[1]);
  expect(joined).toEqual(failures);
});
