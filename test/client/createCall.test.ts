import type { RequestListener } from 'node:http';
import { expect, test, vi } from 'vitest';
import { createCall } from '../../client/api/createCall.ts';
import { createFeedbackApi } from '../../client/api/feedbackApi.ts';
import type { RequestError } from '../../client/api/RequestError.ts';
import { answeringServer } from '../support/answeringServer.ts';

async function apiTo(listener: RequestListener, timeLimit = 5000) {
  const onFailure = vi.fn<(error: RequestError) => void>();
  const baseUrl = await answeringServer(listener);
  return { onFailure, api: createFeedbackApi(createCall({ onFailure, baseUrl, timeLimit })) };
}

const answer = (status: number, body?: string): RequestListener => {
  return (_, res) => void res.writeHead(status).end(body);
};

test('a brief is read', async () => {
  const { api, onFailure } = await apiTo((req, res) =>
    res.end(JSON.stringify({ name: req.url, fullName: 'Full', more: 1 })),
  );
  expect(await api.getBrief('{a}')).toEqual({
    name: '/rest/subscriber-feedback/briefs/%7Ba%7D',
    fullName: 'Full',
  });
  expect(onFailure).not.toHaveBeenCalled();
});

test.each([
  [200, 'null'],
  [200, '{}'],
  [200, '[]'],
  [200, '"text"'],
  [200, ' \n'],
  [200, undefined],
  [204, undefined],
  [200, '{"name":1,"fullName":null}'],
])('a success without a usable brief gives empty names: %i %j', async (status, body) => {
  const { api, onFailure } = await apiTo(answer(status, body));
  expect(await api.getBrief('a')).toEqual({ name: '', fullName: '' });
  expect(onFailure).not.toHaveBeenCalled();
});

test.each([
  [answer(200, 'Hello'), { kind: 'unparsable', status: 200, text: 'Hello' }],
  [answer(500, '<h1>no'), { kind: 'unparsable', status: 500, text: '<h1>no' }],
  [answer(500, '{"a":1}'), { kind: 'status', status: 500, body: { a: 1 } }],
  [answer(500, '"text"'), { kind: 'status', status: 500, body: 'text' }],
  [answer(500), { kind: 'status', status: 500, body: undefined }],
])(
  'a failure is told to the one listener and thrown, the same error: case %#',
  async (listener, failure) => {
    const { api, onFailure } = await apiTo(listener);
    const error = await api.getBrief('a').catch((it) => it);
    expect(error).toMatchObject({ name: 'RequestError', operationId: 'getBrief', failure });
    expect(error.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(onFailure.mock.calls).toEqual([[error]]);
  },
);

test('a connection that is reset is a FETCH_ERROR', async () => {
  const { api } = await apiTo((req) => void req.socket.destroy());
  await expect(api.getBrief('a')).rejects.toMatchObject({ failure: { status: 'FETCH_ERROR' } });
});

test('an answer that breaks off is a FETCH_ERROR whatever its status was', async () => {
  const { api } = await apiTo((req, res) => {
    res.writeHead(200, { 'content-length': 100 }).write('{"name"', () => req.socket.destroy());
  });
  await expect(api.getBrief('a')).rejects.toMatchObject({ failure: { status: 'FETCH_ERROR' } });
});

test.each<[string, RequestListener]>([
  ['no answer', () => {}],
  ['an answer that does not end', (_, res) => void res.writeHead(200).write('{')],
])('%s within the time limit is a TIMEOUT_ERROR', async (_, listener) => {
  const { api } = await apiTo(listener, 100);
  await expect(api.getBrief('a')).rejects.toMatchObject({ failure: { status: 'TIMEOUT_ERROR' } });
});
