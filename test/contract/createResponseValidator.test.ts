import { expect, test } from 'vitest';
import type { ResponseMessage } from '../../contract/http/httpMessage.ts';
import { createResponseValidator } from '../../contract/validate/createResponseValidator.ts';
import { contractOf } from '../oneOperation.ts';

const vendorType = 'application/vnd.library+json';
const book = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string' },
    parent: { oneOf: [{ $ref: '#/components/schemas/Book' }, { type: 'null' }] },
  },
};
const responses = {
  200: {
    description: 'A book.',
    headers: {
      'X-Total': { required: true, schema: { type: 'integer' } },
      'Set-Cookie': { schema: { type: 'string', pattern: '^receipt=' } },
    },
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Book' } },
      [vendorType]: { schema: { type: 'object' } },
    },
  },
  204: { description: 'Nothing.' },
  '3XX': { description: 'Elsewhere.', content: { 'text/html': {} } },
  '4XX': { description: 'Wrong.', content: { 'text/html': { schema: { type: 'string' } } } },
};
const contract = contractOf({ responses }, { components: { schemas: { Book: book } } });
const validateResponse = createResponseValidator(contract);

interface ResponseParts extends Partial<Omit<ResponseMessage, 'body'>> {
  type?: string;
  body?: string | Uint8Array;
}

function validate({ type, body = '', ...parts }: ResponseParts) {
  const [operation] = contract.operations as [(typeof contract.operations)[number]];
  const headers = { ...(type !== undefined && { 'content-type': type }), ...parts.headers };
  return validateResponse(operation, { status: 200, ...parts, headers, body: Buffer.from(body) });
}

/** The violations of a response, each as its rule and location. */
const violationsOf = (parts: ResponseParts) =>
  validate(parts).map(({ rule, location }) => `${rule} ${location}`);

const headers = { 'x-total': '1' };
const json = { type: 'application/json', headers };
const valid = { ...json, body: '{"title":"Bread","parent":null}' };
const nested = '{"title":"B","parent":{"title":"A","parent":{"title":1}}}';
const cookies = (...lines: string[]) => ({ headers: { ...headers, 'set-cookie': lines } });

test.each(
  Object.entries<ResponseParts>({
    conforms: valid,
    'has a status of a declared range': { status: 418, type: 'text/html', body: 'x' },
    'has no body with status 204': { status: 204 },
    'has no body with status 304': { status: 304 },
    'has a parameter of its type': { headers, type: `${vendorType}; version=2`, body: '{}' },
    'has one valid Set-Cookie header of several': { ...valid, ...cookies('a=1', 'receipt=7') },
  }),
)('a response that %s has no violations', (_, response) => {
  expect(violationsOf(response)).toEqual([]);
});

test.each(
  Object.entries<ResponseParts & { violation: string }>({
    'an error deep in a recursive schema': {
      ...json,
      body: nested,
      violation: 'response.body body/parent/parent/title',
    },
    'malformed UTF-8': {
      ...json,
      body: Uint8Array.of(0x22, 0xff, 0x22),
      violation: 'response.syntax body',
    },
    'a byte order mark before JSON': {
      ...json,
      body: '\ufeff{}',
      violation: 'response.syntax body',
    },
    'an empty body': { ...json, violation: 'response.syntax body' },
    'an undeclared status': { status: 500, violation: 'response.status status 500' },
    'a body with status 204': { status: 204, body: 'x', violation: 'response.body body' },
    'no type': { headers, body: '{}', violation: 'response.media-type body' },
    'JSON that is not UTF-8': {
      ...valid,
      type: 'application/json; charset=iso-8859-1',
      violation: 'response.media-type body',
    },
    'no required header': { ...valid, headers: {}, violation: 'response.header header X-Total' },
    'a header of the wrong type': {
      ...valid,
      headers: { 'x-total': 'many' },
      violation: 'response.header header X-Total',
    },
    'no valid Set-Cookie header': {
      ...valid,
      ...cookies('a=1', 'b=2'),
      violation: 'response.header header Set-Cookie',
    },
  }),
)('a response with %s has a violation', (_, { violation, ...response }) => {
  expect(violationsOf(response)).toContain(violation);
});

test('a wrong media type is reported with all that are declared', () => {
  const messages = validate({ ...valid, type: 'text/plain' }).map(({ message }) => message);
  expect(messages).toEqual([
    `The body has the media type text/plain; expected application/json or ${vendorType}.`,
  ]);
});
