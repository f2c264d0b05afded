import { expect, onTestFinished, test, vi } from 'vitest';
import { loadContract } from '../../mock-api/contract/index.ts';
import { startMockOf } from '../support/mock/startMockOf.ts';
import { startTestMock } from '../support/mock/startTestMock.ts';
import { temporaryFile } from '../support/mock/temporaryFiles.ts';
import { longTestTimeoutMs } from '../support/timeouts.ts';
import { failedChecks, runVerifier } from '../support/verify/runVerifier.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ 'application/json': { schema } });
const some = (schema: object) => ({ description: 'Some.', content: json(schema) });
const error = { description: 'An error.', content: json(ref('Error')) };
const text = { type: 'string' };
const integer = { type: 'integer' };
const pet = { type: 'object', required: ['name'], properties: { name: { ...text, minLength: 1 } } };
const id = { name: 'id', in: 'path', required: true, schema: { ...integer, minimum: 1 } };
const get = (schema: object, parts: object = {}) => ({
  get: { responses: { 200: some(schema), 400: error }, ...parts },
});
const post = (schema: object, parts: object = {}) => ({
  post: {
    requestBody: { required: true, content: json(schema) },
    responses: { 201: some(schema), 400: error, 415: error },
    ...parts,
  },
});
const query = (schema: object, parts: object = {}) =>
  get(text, { parameters: [{ name: 'q', in: 'query', schema, ...parts }] });
const form = 'application/x-www-form-urlencoded';

/** Operations of what is supported, each with its own path. */
const constructs: Record<string, object> = {
  'an object in a response header': {
    get: {
      responses: {
        204: {
          description: 'With headers.',
          headers: {
            'X-Rate': {
              required: true,
              schema: { type: 'object', required: ['a'], properties: { a: integer } },
            },
            'X-Pairs': {
              required: true,
              explode: true,
              schema: { type: 'object', required: ['a'], properties: { a: text } },
            },
            'X-List': { required: true, schema: { type: 'array', minItems: 2, items: integer } },
          },
        },
      },
    },
  },
  'a range of errors with other fields': post(pet, {
    responses: {
      201: some(pet),
      '4XX': some({
        type: 'object',
        required: ['code', 'reason'],
        properties: { code: { ...integer, minimum: 400 }, reason: text },
      }),
    },
  }),
  'a default error': post(pet, { responses: { 201: some(pet), default: error } }),
  'a limit of requests': get(text, { responses: { 200: some(text), 429: error } }),
  'an integer id with a 404 only/{id}': {
    get: { parameters: [id], responses: { 200: some(pet), 404: error } },
  },
  'a resource/{id}': {
    parameters: [id],
    get: { responses: { 200: some(pet), 400: error, 404: error } },
    put: { ...post(pet).post, responses: { 200: some(pet), 400: error, 404: error, 415: error } },
  },
  'an exploded list': query({ type: 'array', items: integer, maxItems: 3 }),
  'a list with pipes': query(
    { type: 'array', items: { enum: ['a', 'b'] } },
    { style: 'pipeDelimited', explode: false },
  ),
  'a deep object': query(
    { type: 'object', properties: { a: integer, b: text } },
    { style: 'deepObject' },
  ),
  'a map as a deep object': query(
    { type: 'object', additionalProperties: integer },
    { style: 'deepObject' },
  ),
  'JSON in the query': get(text, {
    parameters: [
      {
        name: 'q',
        in: 'query',
        content: json({ type: 'object', required: ['a'], properties: { a: integer } }),
      },
    ],
  }),
  'a header and a cookie': get(text, {
    parameters: [
      { name: 'X-Trace', in: 'header', schema: { ...text, format: 'uuid' } },
      { name: 'theme', in: 'cookie', schema: { enum: ['dark', 'light'] } },
    ],
  }),
  'an object in a form': {
    post: {
      requestBody: {
        required: true,
        content: {
          [form]: {
            schema: {
              type: 'object',
              required: ['at'],
              properties: {
                at: { type: 'object', properties: { x: integer } },
                tags: { type: 'array', items: text },
              },
            },
          },
        },
      },
      responses: { 204: { description: 'Done.' }, 400: error, 415: error },
    },
  },
  'a text body': {
    post: {
      requestBody: {
        required: true,
        content: { 'text/plain': { schema: { ...text, maxLength: 10 } } },
      },
      responses: {
        200: { description: 'A text.', content: { 'text/plain': { schema: text } } },
        400: error,
        415: error,
      },
    },
  },
  'read-only and write-only properties': post({
    allOf: [
      {
        type: 'object',
        properties: {
          id: { ...integer, readOnly: true },
          secret: { ...text, writeOnly: true },
          name: text,
        },
      },
      { required: ['id', 'name', 'secret'] },
    ],
  }),
  'alternatives by a constant': post({
    discriminator: { propertyName: 'kind' },
    oneOf: [
      {
        type: 'object',
        required: ['kind', 'meow'],
        properties: { kind: { const: 'cat' }, meow: text },
      },
      {
        type: 'object',
        required: ['kind', 'bark'],
        properties: { kind: { const: 'dog' }, bark: integer },
      },
    ],
  }),
  'a map': post({ type: 'object', additionalProperties: integer }),
  'nothing but what is declared': post({
    type: 'object',
    additionalProperties: false,
    required: ['a'],
    properties: { a: { type: ['integer', 'null'] } },
  }),
  'a tree': post(ref('Tree')),
  formats: post({
    type: 'object',
    required: ['at', 'on', 'mail', 'id'],
    properties: {
      at: { ...text, format: 'date-time' },
      on: { ...text, format: 'date' },
      mail: { ...text, format: 'email' },
      id: { ...text, format: 'uuid' },
    },
  }),
  numbers: post({
    type: 'object',
    required: ['a', 'b', 'c'],
    properties: {
      a: { ...integer, format: 'int32' },
      b: { type: 'number', multipleOf: 0.01, minimum: 0 },
      c: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
    },
  }),
  'a redirect': {
    get: {
      responses: {
        302: {
          description: 'Elsewhere.',
          headers: { Location: { required: true, schema: { ...text, format: 'uri-reference' } } },
        },
      },
    },
  },
  'no responses': { get: { responses: {} } },
  'a response without content': { get: { responses: { 200: { description: 'Anything.' } } } },
  'a download': {
    get: {
      responses: {
        200: {
          description: 'A file.',
          content: { 'application/pdf': { schema: { ...text, format: 'binary' } } },
        },
      },
    },
  },
  'HEAD of its own': {
    get: { responses: { 200: some(text) } },
    head: { responses: { 200: { description: 'Head.' } } },
  },
};

/** Those whose cases depend on the constructs. */
const phases = 'examples,coverage,values,stateful';

test(
  'the verifier reports nothing about the mock of a contract without a warning',
  async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    const paths = Object.entries(constructs).map(([name, item]) => {
      const operations = Object.entries(item).map(([method, operation]) => [
        method,
        Array.isArray(operation) ? operation : { ...operation, operationId: `${method} ${name}` },
      ]);
      return [`/${name.replaceAll(' ', '-')}`, Object.fromEntries(operations)];
    });
    const source = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Constructs', version: '1' },
      paths: Object.fromEntries(paths),
      components: {
        schemas: {
          Error: { type: 'object', required: ['message'], properties: { message: text } },
          Tree: {
            type: 'object',
            required: ['name'],
            properties: { name: text, children: { type: 'array', items: ref('Tree') } },
          },
        },
      },
    });
    const contractFile = await temporaryFile('contract.json', source);
    const contract = await loadContract(contractFile);
    expect(contract.warnings).toEqual([]);
    const { url } = await startTestMock({ contractFile });
    const report = await runVerifier(contract, url, ['--allow-writes', '--phases', phases]);
    expect(failedChecks(report)).toEqual([]);
    expect(report.untested).toEqual([]);
    expect(warn).not.toHaveBeenCalled();
  },
  longTestTimeoutMs,
);

test('what the mock does not remember, and credentials that it does not know, have a warning', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const gone = { responses: { 204: { description: 'Gone.' }, 404: error } };
  const read = { security: [{ token: [] }], responses: { 200: some(pet), 404: error } };
  const document = {
    openapi: '3.1.0',
    paths: {
      '/pets/{id}': { parameters: [id], get: read, delete: { operationId: 'deletePet', ...gone } },
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: text },
    },
  };
  const contractFile = await temporaryFile('contract.json', JSON.stringify(document));
  await startTestMock({ contractFile });
  expect(warn.mock.calls.flat()).toEqual([
    `Warning: ${contractFile}:1 The mock accepts any credentials of "token", except empty ones and those with the word "invalid".`,
    `Warning: ${contractFile}:1 The mock still finds what "deletePet" has deleted.`,
  ]);
});

test('problem details of a range of statuses have the status of the response', async () => {
  const schema = {
    type: 'object',
    required: ['status', 'code'],
    properties: { status: integer, code: { const: 'E1' } },
  };
  const range = { description: 'An error.', content: { 'application/problem+json': { schema } } };
  const responses = { 200: some(text), '4XX': range };
  const parameters = [{ name: 'X-A', in: 'header', required: true, schema: text }];
  const get = await startMockOf({ parameters, responses });
  const rejected = await get();
  expect(await rejected.json()).toEqual({ status: 400, code: 'E1' });
  const limited = await get({ 'X-A': 'a', Prefer: 'code=429' });
  expect([limited.status, await limited.json()]).toEqual([429, { status: 429, code: 'E1' }]);
  expect(limited.headers.get('mock-failure')).toBeNull();
});

test('headers that no response can have are left out or changed', async () => {
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
  const response = await get();
  expect(await response.text()).toBe('text');
  const received = Object.fromEntries(response.headers);
  expect(received).toMatchObject({ 'x-lines': 'a??b', 'x-japanese': '??' });
  expect(received['content-length']).toBe('4');
  expect(received.trailer).toBeUndefined();
});

const respondWith = (schema: object) => ({
  operationId: 'x',
  responses: { 200: some(schema) },
});

test('schemas that refer to each other get a body with few levels', async () => {
  const names = [...'abcdefghi'];
  const properties = Object.fromEntries(names.map((name) => [name, ref(name)]));
  const schemas = Object.fromEntries(names.map((name) => [name, { type: 'object', properties }]));
  const get = await startMockOf(respondWith(ref('a')), { schemas });
  expect(Object.keys(await (await get()).json())).toEqual(names);
});

test('a text whose longest length is that of an integer is short', async () => {
  const get = await startMockOf(
    respondWith({ type: 'string', minLength: 6, maxLength: 2147483647 }),
  );
  expect(await (await get()).json()).toMatch(/^text.{2}$/);
});

test('an operation of another product with the id of ours gets its own example', async () => {
  const media = { schema: { type: 'object' }, example: { id: 7 } };
  const responses = { 200: { description: 'Other.', content: { 'application/json': media } } };
  const response = await (await startMockOf({ operationId: 'getCurrentUser', responses }))();
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ id: 7 });
});

test('an operation with a schema that cannot be used gets a 501, and the others work', async () => {
  const reason = /The reference "other\.yaml#\/A" points to another file/;
  const first = { get: { responses: { 200: some({ $ref: 'other.yaml#/A' }) } } };
  const second = { get: { responses: { 204: { description: 'Nothing.' } } } };
  const parameters = [{ name: 'q', in: 'query', schema: { type: 'strng' } }];
  const third = { parameters, get: second.get };
  const document = {
    openapi: '3.1.0',
    paths: { '/first': first, '/second': second, '/third': third },
  };
  const contractFile = await temporaryFile('contract.json', JSON.stringify(document));
  const { url, journal } = await startTestMock({ contractFile });
  expect((await fetch(`${url}/second`)).status).toBe(204);
  expect((await fetch(`${url}/third?q=1`)).status).toBe(501);
  const failed = await fetch(`${url}/first`);
  expect(failed.status).toBe(501);
  expect(failed.headers.get('mock-failure')).toMatch(reason);
  expect(await failed.json()).toMatchObject({ detail: expect.stringMatching(reason) });
  expect(journal.list().at(-1)).toMatchObject({ reason: expect.stringMatching(reason) });
});
