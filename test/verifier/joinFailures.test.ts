import { expect, test } from 'vitest';
import type { Exchange, Run } from '../../verifier/model.ts';
import { joinFailures } from '../../verifier/report/joinFailures.ts';
import { SecretMask } from '../../verifier/send/SecretMask.ts';
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
  const run = { exchanges, failures, secrets: new SecretMask() } as unknown as Run;
  const joined = joinFailures(run, { contract } as Parameters<typeof joinFailures>[1]);
  expect(joined.map((failure) => failure.hint)).toEqual([hint, hint]);
});

test('a failure of a session that began with the cookie of another is left as it is', () => {
  const failed = { ...readAfter(60, 401), steps: [signIn, signIn] } as unknown as Exchange;
  const exchanges = [readAfter(5, 200), failed, readAfter(90, 200)];
  const failures = [{ exchange: failed }];
  const run = { exchanges, failures, secrets: new SecretMask() } as unknown as Run;
  const joined = joinFailures(run, { contract } as Parameters<typeof joinFailures>[1]);
  expect(joined).toEqual(failures);
});
