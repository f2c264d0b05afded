import { expect, test } from 'vitest';
import { consequenceOf } from '../../client/api/errorCatalogue.ts';
import { type Failure, RequestError } from '../../client/api/RequestError.ts';

const consequence = (failure: Failure) =>
  consequenceOf(new RequestError('the-error-id', 'getBrief', failure));

const json = (status: number): Failure => ({ kind: 'status', status, body: {} });
const text = (status: number): Failure => ({ kind: 'unparsable', status, text: 'raw text' });
const alert = (type: string, text: string, persistent = false) => ({
  signsOut: false,
  alert: { id: 'the-error-id', type, text, persistent },
});

test.each([json(401), text(401)])('a 401 signs the user out and shows nothing: %j', (failure) => {
  expect(consequence(failure)).toEqual({ signsOut: true });
});

test('a success that is no JSON shows its raw text as a success', () => {
  expect(consequence(text(200))).toEqual(alert('success', 'raw text'));
});

test('a failure that is no JSON shows its raw text as an error', () => {
  expect(consequence(text(500))).toEqual(alert('error', 'raw text'));
});

test('any other failure names the operation and the status', () => {
  expect(consequence(json(500))).toEqual(alert('error', 'Error: getBrief failed with status 500'));
});

test.each(['FETCH_ERROR', 'TIMEOUT_ERROR'] as const)('no answer is told as %s', (status) => {
  expect(consequence({ kind: 'noAnswer', status, sent: true })).toEqual(
    alert('error', `Error: getBrief failed with status ${status}`),
  );
});

test('the alert about a 404 is persistent, with a JSON body and with a text', () => {
  expect(consequence(json(404))).toEqual(
    alert('error', 'Error: getBrief failed with status 404', true),
  );
  expect(consequence(text(404))).toEqual(alert('error', 'raw text', true));
});

test.each<[Failure, string]>([
  [text(200), 'delivered'],
  [json(500), 'notDelivered'],
  [json(404), 'notDelivered'],
  [text(401), 'notDelivered'],
  [json(502), 'unknown'],
  [text(504), 'unknown'],
  [{ kind: 'status', status: 502, body: { mayHaveArrived: false } }, 'notDelivered'],
  [{ kind: 'status', status: 504, body: { mayHaveArrived: true } }, 'unknown'],
  [{ kind: 'noAnswer', status: 'FETCH_ERROR', sent: true }, 'unknown'],
  [{ kind: 'noAnswer', status: 'FETCH_ERROR', sent: false }, 'notDelivered'],
])('after %j the delivery is %j', (failure, delivery) => {
  expect(new RequestError('id', 'submitFeedback', failure).delivery).toBe(delivery);
});
