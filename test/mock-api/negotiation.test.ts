import { expect, test } from 'vitest';
import { startMockOf } from '../support/mock/startMockOf.ts';

const item = { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } };

const csv = { 'application/json': { schema: item }, 'text/csv': { example: 'a\n1\n' } };

test.each([
  [csv, '*/*', 'application/json'],
  [csv, 'text/csv', 'text/csv; charset=utf-8'],
  [csv, 'text/csv;q=0, */*', 'application/json'],
  [csv, 'application/pdf', 'application/json'],
  [{ '*/*': { schema: item } }, 'text/html, */*;q=0.8', 'application/json'],
  [{ 'text/*': { schema: { type: 'string' } } }, '*/*', 'text/plain; charset=utf-8'],
  [{ 'image/*': { schema: { type: 'string' } } }, '*/*', 'image/png'],
])('of %o, Accept: %s selects %s', async (content, accept, expected) => {
  const get = await startMockOf({ responses: { 200: { description: 'Some.', content } } });
  const { headers } = await get({ Accept: accept });
  expect(headers.get('content-type')).toBe(expected);
  expect(headers.get('mock-failure')).toBeNull();
});

test.each([
  [{ 410: { description: 'Gone.' }, 500: { description: 'Failed.' } }, 410],
  [{ 404: { description: 'None.' }, 302: { description: 'Moved.' } }, 302],
  [{ 404: { description: 'None.' }, default: { description: 'Any.' } }, 200],
])('of %o without a success, %i is sent', async (responses, status) => {
  expect((await (await startMockOf({ responses }))()).status).toBe(status);
});

test.each([
  [{ type: 'http', scheme: 'bearer' }, 'Basic eDp5', 'Bearer t', 'Bearer realm="mock"'],
  [{ type: 'http', scheme: 'Basic' }, 'Bearer t', 'basic eDp5', 'Basic realm="mock"'],
  [{ type: 'openIdConnect' }, 'Basic eDp5', 'Bearer t', 'Bearer realm="mock"'],
])('credentials of another scheme than %o are missing', async (scheme, wrong, right, challenge) => {
  const responses = { 200: { description: 'Fine.' }, 401: { description: 'Not signed in.' } };
  const operation = { responses, security: [{ scheme: [] }] };
  const get = await startMockOf(operation, { securitySchemes: { scheme } });
  const rejected = await get({ Authorization: wrong });
  expect(rejected.status).toBe(401);
  expect(rejected.headers.get('www-authenticate')).toBe(challenge);
  expect((await get({ Authorization: right })).status).toBe(200);
});

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
