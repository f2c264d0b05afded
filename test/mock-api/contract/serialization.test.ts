import { describe, expect, test } from 'vitest';
import { requestsTo } from '../../support/oneOperation.ts';

const integer = { type: 'integer' };
const text = { type: 'string' };

describe('a query parameter', () => {
  const limit = { oneOf: [{ type: 'integer', minimum: 1 }, { enum: ['all'] }] };
  const list = { explode: false, schema: { type: 'array', items: text } };
  test.each([
    ['a scalar with a comma', { schema: text }, 'a=x%2Cy', 'x,y'],
    ['a number or a word, given a number', { schema: limit }, 'a=5', 5],
    ['a number or a word, given the word', { schema: limit }, 'a=all', 'all'],
    ['a text or a number', { schema: { type: ['string', 'number'] } }, 'a=5', '5'],
    ['a list with an encoded delimiter', list, 'a=x%2Cy,z', ['x,y', 'z']],
    ['a list with pipes', { ...list, style: 'pipeDelimited' }, 'a=x%7Cy|z', ['x', 'y', 'z']],
    ['a list with spaces', { ...list, style: 'spaceDelimited' }, 'a=x%20y+z', ['x', 'y', 'z']],
    [
      'a deep object with encoded brackets',
      { style: 'deepObject', schema: { type: 'object', properties: { n: integer } } },
      'a%5Bn%5D=1',
      { n: 1 },
    ],
    [
      'a deep object whose schema contains itself',
      {
        style: 'deepObject',
        schema: {
          type: 'object',
          properties: {
            n: integer,
            inner: { anyOf: [{ $ref: '#/paths/~1x/post/parameters/0/schema' }, text] },
          },
        },
      },
      'a[n]=1&a[inner]=x',
      { n: 1, inner: 'x' },
    ],
    [
      'a type that both type and anyOf allow',
      { schema: { type: ['integer', 'string'], anyOf: [integer, { type: 'null' }] } },
      'a=5',
      5,
    ],
  ])('%s', async (_, parameter, query, value) => {
    const send = requestsTo({ parameters: [{ name: 'a', in: 'query', ...parameter }] });
    const { parameters, messages } = await send({ query });
    expect(messages).toEqual([]);
    expect(parameters.query.a).toEqual(value);
  });

  test('that no alternative allows is invalid', async () => {
    const send = requestsTo({ parameters: [{ name: 'a', in: 'query', schema: limit }] });
    expect((await send({ query: 'a=0' })).messages).not.toEqual([]);
    expect((await send({ query: 'a=none' })).messages).not.toEqual([]);
  });

  test('with the name of an inherited property may be missing', async () => {
    const parameter = { name: 'constructor', in: 'query', required: true, schema: integer };
    const send = requestsTo({ parameters: [parameter] });
    expect((await send({})).messages).toEqual(['The query parameter "constructor" is missing.']);
    expect((await send({ query: 'constructor=1' })).messages).toEqual([]);
  });
});

const json = (schema: object) =>
  requestsTo({ requestBody: { content: { 'application/json': { schema } } } });

describe('a JSON body', () => {
  test.each([19.99, 1234567.89])('%d is a multiple of 0.01', async (value) => {
    const send = json({ type: 'number', multipleOf: 0.01 });
    expect((await send({ type: 'application/json', body: String(value) })).messages).toEqual([]);
  });

  test('19.999 is no multiple of 0.01', async () => {
    const send = json({ type: 'number', multipleOf: 0.01 });
    const { messages } = await send({ type: 'application/json', body: '19.999' });
    expect(messages).toEqual(['The body must be multiple of 0.01.']);
  });

  test('may have an integer that is no safe one', async () => {
    const send = json({ type: 'integer', format: 'int64' });
    const body = '9223372036854775807';
    expect((await send({ type: 'application/json', body })).messages).toEqual([]);
  });

  test('does not inherit a required property', async () => {
    const send = json({ required: ['constructor', 'toString'] });
    const { messages } = await send({ type: 'application/json', body: '{"toString":1}' });
    expect(messages).toEqual(['The body is missing the required property "constructor".']);
  });
});

test('a text body is parsed into the type of its schema', async () => {
  const schema = { type: 'integer', minimum: 5 };
  const send = requestsTo({ requestBody: { content: { 'text/plain': { schema } } } });
  expect(await send({ type: 'text/plain', body: '7' })).toMatchObject({ body: 7, messages: [] });
  const { messages } = await send({ type: 'text/plain', body: '4' });
  expect(messages).toEqual(['The body must be >= 5.']);
});

const formSchema = {
  type: 'object',
  required: ['n'],
  properties: {
    n: integer,
    tags: { type: 'array', items: text },
    point: { type: 'object', properties: { x: integer } },
    data: { type: 'object', properties: { x: integer } },
    ids: { type: 'array', items: integer },
  },
};
const encoding = {
  tags: { style: 'form', explode: false },
  point: { style: 'deepObject', explode: true },
  ids: { contentType: 'application/json' },
};

describe('a form', () => {
  const type = 'application/x-www-form-urlencoded';
  test.each([
    ['n=1&tags=a%2Cb,c', { n: 1, tags: ['a,b', 'c'] }],
    ['n=1&point%5Bx%5D=2', { n: 1, point: { x: 2 } }],
    [`n=1&data=${encodeURIComponent('{"x":2}')}`, { n: 1, data: { x: 2 } }],
    ['n=1&ids=%5B1%2C2%5D', { n: 1, ids: [1, 2] }],
    ['n=1&other=a&other=b', { n: 1, other: ['a', 'b'] }],
    ['n=1&sum=1%2B1+%3D+2', { n: 1, sum: '1+1 = 2' }],
  ])('%s', async (body, value) => {
    const content = { [type]: { schema: formSchema, encoding } };
    const sent = await requestsTo({ requestBody: { content } })({ type, body });
    expect(sent).toMatchObject({ body: value, messages: [] });
  });

  test.each(['n=x', 'n=1&n=2', 'n=1&point[x]=y', 'n=1&data=%7B%22x%22%3A%22y%22%7D', 'tags=a'])(
    '%s is invalid',
    async (body) => {
      const content = { [type]: { schema: formSchema, encoding } };
      const { messages } = await requestsTo({ requestBody: { content } })({ type, body });
      expect(messages).toHaveLength(1);
    },
  );
});

describe('a multipart form', () => {
  const file = (type: string) => new Blob([new Uint8Array([0, 255, 13, 10])], { type });
  const schema = {
    type: 'object',
    required: ['image'],
    properties: {
      image: { type: 'string', format: 'binary', maxLength: 4 },
      note: { type: 'string', maxLength: 5 },
      meta: { type: 'object', properties: { a: integer } },
      files: { type: 'array', maxItems: 1 },
    },
  };
  const send = (fields: readonly (readonly [string, string | Blob])[]) => {
    const body = new FormData();
    for (const [name, value] of fields) body.append(name, value);
    const media = { schema, encoding: { image: { contentType: 'image/png, image/*' } } };
    return requestsTo({ requestBody: { content: { 'multipart/form-data': media } } })({ body });
  };
  const image = ['image', file('image/webp')] as const;

  test('is parsed into the types of its schema', async () => {
    const meta = new Blob(['{"a":1}'], { type: 'application/json' });
    const { body, messages } = await send([image, ['note', 'héé'], ['meta', meta]]);
    expect(messages).toEqual([]);
    expect(body).toEqual({ image: '\0ÿ\r\n', note: 'héé', meta: { a: 1 } });
  });

  test.each([
    ['a required file', [], 'The body is missing the required property "image".'],
    ['a text', [image, ['note', 'too long']], 'The body\'s "note" must have at most 5 characters.'],
    ['JSON', [image, ['meta', '{"a":"x"}']], 'The body\'s "meta.a" must be of type integer.'],
    [
      'a media type',
      [['image', file('text/plain')]],
      'The body\'s "image" has the media type text/plain; expected image/png or image/*.',
    ],
    [
      'a number of files',
      [image, ['files', file('')], ['files', file('')]],
      'The body\'s "files" must NOT have more than 1 items.',
    ],
  ] as const)('is validated: %s', async (_, fields, message) => {
    const given = fields.length > 0 ? fields : ([['note', 'hi']] as const);
    expect((await send(given)).messages).toEqual([message]);
  });

  test('that is malformed is reported', async () => {
    const media = { 'multipart/form-data': { schema } };
    const post = requestsTo({ requestBody: { content: media } });
    const { messages } = await post({ type: 'multipart/form-data; boundary=b', body: '--c\r\n' });
    expect(messages).toEqual(['The body is not a valid multipart form.']);
  });
});
