import { describe, expect, test } from 'vitest';
import { startMockOf } from '../support/mock/startMockOf.ts';

const integer = { type: 'integer' };
const item = { type: 'object', required: ['a'], properties: { a: integer } };

describe('of several media types', () => {
  const content = {
    'application/json': { schema: item },
    'text/csv': { example: 'a\n1\n' },
  };
  test.each([
    [undefined, 'application/json'],
    ['text/csv', 'text/csv'],
    ['text/csv;q=0, */*', 'application/json'],
    ['application/pdf', 'application/json'],
  ])('Accept: %s selects', async (accept, expected) => {
    const get = await startMockOf({ responses: { 200: { description: 'Both.', content } } });
    const response = await get(accept === undefined ? {} : { Accept: accept });
    expect(response.headers.get('content-type')).toContain(expected);
    expect(response.headers.get('mock-failure')).toBeNull();
  });
});

describe('a range of media types is sent as', () => {
  test.each([
    ['*/*', item, '*/*', 'application/json'],
    ['application/*', item, 'application/hal+json', 'application/hal+json'],
    ['*/*', item, 'text/html, */*;q=0.8', 'application/json'],
    ['text/*', { type: 'string' }, '*/*', 'text/plain; charset=utf-8'],
    ['image/*', { type: 'string' }, 'image/webp', 'image/webp'],
  ])('%s %o with Accept: %s', async (range, schema, accept, expected) => {
    const content = { [range]: { schema } };
    const get = await startMockOf({ responses: { 200: { description: 'Any.', content } } });
    const response = await get({ Accept: accept });
    expect(response.headers.get('content-type')).toBe(expected);
    expect(response.headers.get('mock-failure')).toBeNull();
  });
});

describe('without a success, the first declared response is sent', () => {
  test.each([
    [{ 410: { description: 'Gone.' }, 500: { description: 'Failed.' } }, 410],
    [{ 404: { description: 'None.' }, 302: { description: 'Moved.' } }, 302],
    [{ 404: { description: 'None.' }, default: { description: 'Any.' } }, 200],
  ])('%o', async (responses, status) => {
    expect((await (await startMockOf({ responses }))()).status).toBe(status);
  });
});

describe('credentials of another scheme are missing', () => {
  const responses = { 200: { description: 'Fine.' }, 401: { description: 'Not signed in.' } };
  test.each([
    [{ type: 'http', scheme: 'bearer' }, 'Basic eDp5', 'Bearer t', 'Bearer realm="mock"'],
    [{ type: 'http', scheme: 'Basic' }, 'Bearer t', 'basic eDp5', 'Basic realm="mock"'],
    [{ type: 'openIdConnect' }, 'Basic eDp5', 'Bearer t', 'Bearer realm="mock"'],
  ])('%o', async (scheme, wrong, right, challenge) => {
    const get = await startMockOf(
      { responses, security: [{ scheme: [] }] },
      { securitySchemes: { scheme } },
    );
    const rejected = await get({ Authorization: wrong });
    expect(rejected.status).toBe(401);
    expect(rejected.headers.get('www-authenticate')).toBe(challenge);
    expect((await get({ Authorization: right })).status).toBe(200);
  });
});

describe('an error has the contract’s example, with the reason in it', () => {
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
  ])('%j', async (example, expected) => {
    const get = await startMockOf({
      parameters: [{ name: 'n', in: 'query', required: true, schema: integer }],
      responses: {
        200: { description: 'Fine.' },
        400: { description: 'Wrong.', content: { 'application/json': { schema: {}, example } } },
      },
    });
    expect(await (await get()).json()).toEqual(expected);
  });
});
