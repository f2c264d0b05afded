import { expect, test } from 'vitest';
import { findReaction } from '../../client/api/errorCatalogue.ts';
import { type Failure, RequestError } from '../../client/api/RequestError.ts';

const reactionTo = (failure: Failure) =>
  findReaction(new RequestError('the-error-id', 'getBrief', failure));

const json = (status: number): Failure => ({ kind: 'status', status, body: {} });
const text = (status: number): Failure => ({ kind: 'unparsable', status, text: 'raw text' });
const alert = (type: string, text: string, persistent = false) => ({
  signsOut: false,
  alert: { id: 'the-error-id', type, text, persistent },
});

test.each([json(401), text(401)])('a 401 signs the user out without an alert: %j', (failure) => {
  expect(reactionTo(failure)).toEqual({ signsOut: true });
});

test('a 2xx response that is not JSON shows its raw text as a success', () => {
  expect(reactionTo(text(200))).toEqual(alert('success', 'raw text'));
});

test('an error response that is not JSON shows its raw text as an error', () => {
  expect(reactionTo(text(500))).toEqual(alert('error', 'raw text'));
});

test('any other error response shows the operation and the status', () => {
  expect(reactionTo(json(500))).toEqual(alert('error', 'Error: getBrief failed with status 500'));
});

test.each(['FETCH_ERROR', 'TIMEOUT_ERROR'] as const)(
  'a request without a response shows %s as its status',
  (status) => {
    expect(reactionTo({ kind: 'noResponse', status, sent: true })).toEqual(
      alert('error', `Error: getBrief failed with status ${status}`),
    );
  },
);

test('the alert about a 404 is persistent, with a JSON body and with a text body', () => {
  expect(reactionTo(json(404))).toEqual(
    alert('error', 'Error: getBrief failed with status 404', true),
  );
  expect(reactionTo(text(404))).toEqual(alert('error', 'raw text', true));
});
