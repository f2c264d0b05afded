import { expect, test } from 'vitest';
import { createApiClient, type Failure } from '../../client/api/apiClient.ts';
import {
  createFeedbackApi,
  type DeliveryStatus,
  findDelivery,
} from '../../client/api/feedbackApi.ts';
import type { Advice } from '../../client/messages.ts';
import { startHttpServer } from '../startHttpServer.ts';

const problemType = 'application/problem+json';

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

test.each<{ expected: DeliveryStatus; status: number; mediaType: string; text: string }>([
  { expected: 'delivered', status: 200, mediaType: 'application/json', text: '{}' },
  { expected: 'delivered', status: 200, mediaType: 'text/plain', text: 'Thanks' },
  { expected: 'delivered', status: 204, mediaType: '', text: '' },
  {
    expected: 'unconfirmed',
    status: 200,
    mediaType: 'text/plain',
    text: '\ufeff\n<!DOCTYPE html>',
  },
  {
    expected: 'unconfirmed',
    status: 200,
    mediaType: 'TEXT/HTML ; charset=utf-8',
    text: 'Sign in to the network',
  },
  { expected: 'unconfirmed', status: 302, mediaType: 'application/json', text: '' },
  { expected: 'undelivered', status: 400, mediaType: problemType, text: '{}' },
  { expected: 'undelivered', status: 401, mediaType: 'text/html', text: '<!doctype html>' },
  { expected: 'unconfirmed', status: 408, mediaType: problemType, text: '{}' },
  { expected: 'unconfirmed', status: 409, mediaType: problemType, text: '{}' },
  { expected: 'undelivered', status: 499, mediaType: problemType, text: '{}' },
  { expected: 'undelivered', status: 500, mediaType: `${problemType}; charset=utf-8`, text: '{}' },
  { expected: 'unconfirmed', status: 500, mediaType: 'application/json', text: '{}' },
  { expected: 'unconfirmed', status: 500, mediaType: 'text/html', text: '<h1>500</h1>' },
  { expected: 'undelivered', status: 503, mediaType: problemType, text: '{"title":"Overloaded"}' },
  { expected: 'unconfirmed', status: 503, mediaType: problemType, text: '{"mayHaveArrived":true}' },
  {
    expected: 'undelivered',
    status: 502,
    mediaType: problemType,
    text: '{"mayHaveArrived":false}',
  },
  {
    expected: 'unconfirmed',
    status: 502,
    mediaType: 'application/json',
    text: '{"mayHaveArrived":false}',
  },
  { expected: 'unconfirmed', status: 502, mediaType: problemType, text: '{"title":"Bad Gateway"}' },
  { expected: 'unconfirmed', status: 520, mediaType: problemType, text: '{}' },
])(
  'a submission is $expected after $status $mediaType $text',
  ({ expected, status, mediaType, text }) => {
    expect(settle(status, mediaType, text)).toBe(expected);
  },
);

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
