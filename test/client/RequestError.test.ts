import { expect, test } from 'vitest';
import { type Failure, RequestError } from '../../client/api/RequestError.ts';

const json = (status: number): Failure => ({ kind: 'status', status, body: {} });
const text = (status: number): Failure => ({ kind: 'unparsable', status, text: 'raw text' });

test.each<[Failure, string]>([
  [text(200), 'delivered'],
  [{ kind: 'unparsable', status: 200, text: '\ufeff\n<!DOCTYPE html>' }, 'unconfirmed'],
  [json(500), 'notSent'],
  [json(404), 'notSent'],
  [text(401), 'notSent'],
  [json(502), 'unconfirmed'],
  [text(504), 'unconfirmed'],
  [{ kind: 'status', status: 502, body: { mayHaveArrived: false } }, 'notSent'],
  [{ kind: 'status', status: 504, body: { mayHaveArrived: true } }, 'unconfirmed'],
  [{ kind: 'noResponse', status: 'FETCH_ERROR', sent: true }, 'unconfirmed'],
  [{ kind: 'noResponse', status: 'FETCH_ERROR', sent: false }, 'notSent'],
])('after %j the delivery status is %j', (failure, deliveryStatus) => {
  expect(new RequestError('id', 'submitFeedback', failure).deliveryStatus).toBe(deliveryStatus);
});
