import type { RequestListener } from 'node:http';
import type { Client } from 'openapi-fetch';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { RequestError } from '../../client/api/apiClient.ts';
import { createApiClient } from '../../client/api/apiClient.ts';
import { createFeedbackApi } from '../../client/api/feedbackApi.ts';
import { startHttpServer } from '../startHttpServer.ts';

async function apiTo(listener: RequestListener, timeoutMs = 5000) {
  const onFailure = vi.fn<(error: RequestError) => void>();
  const { url: baseUrl } = await startHttpServer(listener);
  const client = createApiClient({ onFailure, baseUrl, timeoutMs });
  return { onFailure, client, api: createFeedbackApi(client) };
}

const submission = {
  briefId: 'a',
  subscriberId: '1',
  subjectLine: 's',
  text: 't',
  recaptchaResponse: 'token',
};

/** Sends a body with its length, by which openapi-fetch chooses how to read it. */
const respond = (status: number, body = ''): RequestListener => {
  return (_, res) => void res.setHeader('Content-Length', body.length).writeHead(status).end(body);
};

test('the delivery of a submission that is redirected is unconfirmed', async () => {
  const { api } = await apiTo(({ method }, res) => {
    res.writeHead(method === 'POST' ? 303 : 200, { Location: '/elsewhere' }).end('{}');
  });
  expect(await api.submitFeedback(submission)).toMatchObject({ status: 'unconfirmed' });
});

test.each(['[]', ' \n', '', '{"name":1,"fullName":null}'])(
  'a 2xx response without a usable brief results in empty names: %j',
  async (body) => {
    const { api, onFailure } = await apiTo(respond(body ? 200 : 204, body));
    expect(await api.getBrief('a')).toEqual({ name: '', fullName: '' });
    expect(onFailure).not.toHaveBeenCalled();
  },
);

test.each(
  Object.entries<RequestListener>({
    'no response': () => {},
    'a response that does not end': (_, res) => void res.writeHead(200).write('{'),
  }),
)('%s before the timeout is a TIMEOUT_ERROR', async (_, listener) => {
  const { api } = await apiTo(listener, 100);
  await expect(api.getBrief('a')).rejects.toMatchObject({ failure: { status: 'TIMEOUT_ERROR' } });
});

test('a call times out without AbortSignal.timeout, which Safari 15 does not have', async () => {
  const { timeout } = AbortSignal;
  Reflect.deleteProperty(AbortSignal, 'timeout');
  onTestFinished(() => void Object.assign(AbortSignal, { timeout }));
  const { api } = await apiTo(() => {}, 100);
  await expect(api.getBrief('a')).rejects.toMatchObject({ failure: { status: 'TIMEOUT_ERROR' } });
});

test('a call times out after 30 seconds unless the client has another timeout', async () => {
  const { url: baseUrl } = await startHttpServer(respond(200, '{}'));
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => timeout.mockRestore());
  await createFeedbackApi(createApiClient({ baseUrl, onFailure: () => {} })).getBrief('a');
  expect(timeout.mock.calls).toEqual([[30_000]]);
});

test.each([
  ['FETCH_ERROR', new AbortController().signal],
  ['TIMEOUT_ERROR', AbortSignal.abort()],
])(
  'a request that was sent before the API client existed fails with %s',
  async (status, signal) => {
    const url = 'http://host.test/rest/subscriber-feedback/briefs/a';
    const response = Promise.reject(new TypeError('Failed to fetch'));
    const earlyRequest = { url, response, readText: () => response.then(String), signal };
    const { origin: baseUrl } = new URL(url);
    const client = createApiClient({ baseUrl, onFailure: () => {}, earlyRequest });
    const error = { failure: { status }, cause: await response.catch((cause) => cause) };
    await expect(createFeedbackApi(client).getBrief('a')).rejects.toMatchObject(error);
  },
);

test('a submission is a keepalive request, which outlives its page', async () => {
  const { api } = await apiTo(respond(200));
  const fetch = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => fetch.mockRestore());
  await api.submitFeedback(submission);
  expect(fetch.mock.lastCall?.[0]).toMatchObject({ method: 'POST', keepalive: true });
});

test('a path that begins like another is not called by the name of its operation', async () => {
  const { client, onFailure } = await apiTo(respond(500));
  const path = '/rest/subscriber-feedback/briefs/{briefId}/editor';
  const getEditor = () => (client as Client<Record<string, { get: object }>>).GET(path, {});
  await expect(getEditor()).rejects.toThrow(`GET ${path}: add it to operationIds`);
  expect(onFailure).not.toHaveBeenCalled();
});

test('the response to the early request is for the first call, later ones send a request', async () => {
  const { url: baseUrl } = await startHttpServer(respond(200, '{"fullName":"later"}'));
  const url = `${baseUrl}/rest/subscriber-feedback/briefs/a`;
  const earlyRequest = {
    url,
    response: Promise.resolve(new Response()),
    readText: async () => '{"fullName":"early"}',
    signal: new AbortController().signal,
  };
  const api = createFeedbackApi(createApiClient({ baseUrl, onFailure: () => {}, earlyRequest }));
  const names = [await api.getBrief('b'), await api.getBrief('a'), await api.getBrief('a')];
  expect(names.map(({ fullName }) => fullName)).toEqual(['later', 'early', 'later']);
});

test('a submission whose response breaks off is unconfirmed, also if the browser says that it is offline', async () => {
  const { api } = await apiTo((_, res) => {
    res.writeHead(200, { 'Content-Length': '9' }).write('{');
    setImmediate(() => res.destroy());
  });
  vi.stubGlobal('navigator', { onLine: false });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await api.submitFeedback(submission)).toMatchObject({ status: 'unconfirmed' });
});
