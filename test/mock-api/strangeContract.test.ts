import { expect, test } from 'vitest';
import { startMockOf } from '../support/mock/startMockOf.ts';

test('headers that no response can have are left out or changed, also with a delay', async () => {
  const get = await startMockOf({
    responses: {
      200: {
        description: 'With headers.',
        headers: {
          'X-Lines': { example: 'a\r\nb' },
          'X-Japanese': { example: '日本' },
          'Not A Name': { example: 'x' },
          'Content-Length': { required: true, schema: { type: 'integer' } },
          'Transfer-Encoding': { example: 'chunked' },
          Trailer: { example: 'x' },
        },
        content: { 'text/plain': { example: 'text' } },
      },
    },
  });
  for (const headers of [{}, { Prefer: 'wait=0.001' }]) {
    const response = await get(headers);
    expect(await response.text()).toBe('text');
    const received = Object.fromEntries(response.headers);
    expect(received).toMatchObject({ 'x-lines': 'a??b', 'x-japanese': '??' });
    expect(received['content-length']).toBe('4');
    expect(received.trailer).toBeUndefined();
  }
});

const json = (schema: object) => ({
  operationId: 'x',
  responses: { 200: { description: 'JSON.', content: { 'application/json': { schema } } } },
});

test('schemas that refer to each other get a body with few levels', async () => {
  const names = [...'abcdefghi'];
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const properties = Object.fromEntries(names.map((name) => [name, ref(name)]));
  const schemas = Object.fromEntries(names.map((name) => [name, { type: 'object', properties }]));
  const get = await startMockOf(json(ref('a')), { schemas });
  expect(Object.keys(await (await get()).json())).toEqual(names);
});

test('a text whose longest length is that of an integer is short', async () => {
  const get = await startMockOf(json({ type: 'string', minLength: 6, maxLength: 2147483647 }));
  expect(await (await get()).json()).toMatch(/^text.{2}$/);
});

test('a pattern of property names that is no regular expression is ignored', async () => {
  const get = await startMockOf(json({ type: 'object', patternProperties: { '[': false } }));
  expect(await (await get()).json()).toEqual({});
});

test('an operation of another product with the id of ours gets its own example', async () => {
  const media = { schema: { type: 'object' }, example: { id: 7 } };
  const responses = { 200: { description: 'Other.', content: { 'application/json': media } } };
  const response = await (await startMockOf({ operationId: 'getCurrentUser', responses }))();
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ id: 7 });
});
