import express from 'express';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadContractContext } from '../../../contract/index.ts';
import { createErrorHandler } from '../../../mock-api/respond/errorHandler.ts';
import { startMockOf } from '../../support/mock/startMockOf.ts';
import { getBrief, shareTestMock } from '../../support/mock/startTestMock.ts';
import { startHttpServer } from '../../support/startHttpServer.ts';

const mock = shareTestMock();

test('a page of a scenario is sandboxed, so that it cannot read the journal', async () => {
  const { headers } = await getBrief(mock(), 'login-page-brief');
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('content-security-policy')).toBe('sandbox');
});

const csv = { 'application/json': { example: { a: 1 } }, 'text/csv': { example: 'a\n1\n' } };

test.each([
  [csv, '*/*', 'application/json'],
  [csv, 'text/csv', 'text/csv; charset=utf-8'],
  [csv, 'text/csv;q=0, */*', 'application/json'],
])('of %o, Accept: %s selects %s', async (content, accept, expected) => {
  const get = await startMockOf({ responses: { 200: { description: 'Some.', content } } });
  const { headers } = await get({ Accept: accept });
  expect(headers.get('content-type')).toBe(expected);
  expect(headers.get('mock-failure')).toBeNull();
});

test.each([
  [{ 404: { description: 'None.' }, 302: { description: 'Moved.' } }, 302],
  [{ 404: { description: 'None.' }, default: { description: 'Any.' } }, 200],
])('of %o without a success, %i is sent', async (responses, status) => {
  expect((await (await startMockOf({ responses }))()).status).toBe(status);
});

test.each([
  [{ type: 'http', scheme: 'bearer' }, 'Basic eDp5', 'Bearer t', 'Bearer realm="mock"', 401],
  [{ type: 'http', scheme: 'Basic' }, 'Bearer t', 'basic eDp5', 'Basic realm="mock"', 401],
  [{ type: 'http', scheme: 'basic' }, 'Bearer t', 'basic eDp5', null, 403],
])(
  'credentials of another scheme than %o are missing',
  async (scheme, wrong, right, challenge, declared) => {
    const responses = { 200: { description: 'Fine.' }, [declared]: { description: 'No.' } };
    const operation = { responses, security: [{ scheme: [] }] };
    const get = await startMockOf(operation, { securitySchemes: { scheme } });
    const { status, headers } = await get({ Authorization: wrong });
    expect([status, headers.get('www-authenticate')]).toEqual([declared, challenge]);
    expect((await get({ Authorization: right })).status).toBe(200);
  },
);

const reason = 'The query parameter "n" is missing.';

test.each([
  [
    { code: 'E42', detail: 'Wrong.' },
    { code: 'E42', detail: reason },
  ],
  [
    { status: 0, message: 'Wrong.', hint: 'h' },
    { status: 400, message: reason, hint: 'h' },
  ],
])('an error has the contract’s example %j, with the reason in it', async (example, expected) => {
  const content = { 'application/json': { schema: {}, example } };
  const get = await startMockOf({
    parameters: [{ name: 'n', in: 'query', required: true, schema: { type: 'integer' } }],
    responses: { 200: { description: 'Fine.' }, 400: { description: 'Wrong.', content } },
  });
  expect(await (await get()).json()).toEqual(expected);
});

test('the message of an unexpected error is logged, and is not in the response', async () => {
  const error = new Error("ENOENT: no such file or directory, open '/home/anna/data.yaml'");
  const context = await loadContractContext('openapi.yaml');
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => logged.mockRestore());
  const app = express()
    .use(() => Promise.reject(error))
    .use(createErrorHandler(() => context));
  const response = await getBrief(await startHttpServer(app), 'daily-harvest');
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({
    detail: 'The mock failed. Its output has the reason.',
  });
  expect(logged).toHaveBeenCalledExactlyOnceWith(error);
});
