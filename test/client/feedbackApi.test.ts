import { expect, test } from 'vitest';
import { createApiClient, type Failure } from '../../client/api/apiClient.ts';
import {
  createFeedbackApi,
  type DeliveryStatus,
  findDelivery,
} from '../../client/api/feedbackApi.ts';
import type { Advice } from '../../client/messages.ts';
import { startHttpServer } from '../startHttpServer.ts';

/** A response with a status, media type and body, and how the API client sees it. */
function settle(status: number, mediaType: string, text: string) {
  const response = new Response(null, { status, headers: { 'Content-Type': mediaType } });
  let failure: Failure | undefined;
  try {
    const body = text === '' ? undefined : JSON.parse(text);
    if (!response.ok) failure = { kind: 'status', status, body };
  } catch {
    failure = { kind: 'unparsable', status, text };
  }
  return findDelivery({ response, ...(failure && { failure }) });
}

const problemType = 'application/problem+json';

test.each(
  Object.entries<DeliveryStatus>({
    '200, application/json, {}': 'delivered',
    '200, text/plain, Thanks': 'delivered',
    '204, , ': 'delivered',
    '200, text/plain, \ufeff\n<!DOCTYPE html>': 'unconfirmed',
    '200, TEXT/HTML ; charset=utf-8, Sign in to the network': 'unconfirmed',
    '302, application/json, ': 'unconfirmed',
    [`400, ${problemType}, {}`]: 'undelivered',
    '401, text/html, <!doctype html>': 'undelivered',
    [`408, ${problemType}, {}`]: 'unconfirmed',
    [`409, ${problemType}, {}`]: 'unconfirmed',
    [`499, ${problemType}, {}`]: 'undelivered',
    [`500, ${problemType}; charset=utf-8, {}`]: 'undelivered',
    '500, application/json, {}': 'unconfirmed',
    '500, text/html, <h1>500</h1>': 'unconfirmed',
    [`503, ${problemType}, {"title":"Overloaded"}`]: 'undelivered',
    [`503, ${problemType}, {"mayHaveArrived":true}`]: 'unconfirmed',
    [`502, ${problemType}, {"mayHaveArrived":false}`]: 'undelivered',
    '502, application/json, {"mayHaveArrived":false}': 'unconfirmed',
    [`502, ${problemType}, {"title":"Bad Gateway"}`]: 'unconfirmed',
    [`520, ${problemType}, {}`]: 'unconfirmed',
  }),
)('after the response "%s", a submission is %s', (response, expected) => {
  const [status, mediaType = '', text = ''] = response.split(', ');
  expect(settle(Number(status), mediaType, text)).toBe(expected);
});

test.each([
  { expected: 'unconfirmed', status: 'FETCH_ERROR', sent: true },
  { expected: 'unconfirmed', status: 'TIMEOUT_ERROR', sent: true },
  { expected: 'undelivered', status: 'FETCH_ERROR', sent: false },
] as const)(
  'a submission without a complete response is $expected after a $status, sent: $sent',
  ({ expected, status, sent }) => {
    expect(findDelivery({ failure: { kind: 'noResponse', status, sent } })).toBe(expected);
  },
);

const statuses = {
  retry: [400, 422],
  wait: [429],
  contact: [401, 403, 404, 413, 415],
} satisfies Record<Advice, number[]>;

test.each(Object.entries(statuses))(
  'after a message was not sent, what helps is %s with the statuses %j',
  async (advice, all) => {
    const submission = {
      briefId: 'a',
      subscriberId: '1',
      subjectLine: 's',
      text: 't',
      recaptchaResponse: 'token',
    };
    for (const status of all) {
      const { url: baseUrl } = await startHttpServer((_, res) => res.writeHead(status).end('{}'));
      const api = createFeedbackApi(createApiClient({ baseUrl, onFailure: () => {} }));
      expect(await api.submitFeedback(submission)).toEqual({ status: 'undelivered', advice });
    }
  },
);
