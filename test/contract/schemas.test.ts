import { describe, expect, test } from 'vitest';
import { createResponseValidator } from '#contract';
import { bodyOf, contractOf, requestsTo } from '../oneOperation.ts';

const json = 'application/json';
const text = { type: 'string' };
const audience = { type: 'object', properties: { size: { type: 'integer' } } };
const tree = { type: 'object', properties: { parent: { $ref: '#/components/schemas/Tree' } } };
const components = { schemas: { Audience: audience, Tree: tree } };

/** Finds what a JSON body violates of a schema. */
function reasonsOf(schema: object, value: unknown): string[] {
  const send = requestsTo(bodyOf(schema), { components });
  return send({ type: json, body: JSON.stringify(value) }).messages;
}

describe('a value that violates a schema: The body', () => {
  test.each(
    Object.entries<[schema: object, value: unknown]>({
      'must be of type object': [{ type: 'object' }, 'a'],
      'must be of type string or null': [{ type: ['string', 'null'] }, 7],
      'must be of type integer': [{ type: 'integer' }, 1.5],
      'must be one of "en", "de"': [{ enum: ['en', 'de'] }, 'fr'],
      'must have at least 1 character': [{ minLength: 1 }, ''],
      'must have at most 2 characters': [{ maxLength: 2 }, 'abc'],
      'must match format "email"': [{ format: 'email' }, 'anna'],
      'must be <= 5': [{ maximum: 5 }, 6],
      'must be multiple of 0.01': [{ multipleOf: 0.01 }, 1.001],
      'is missing the required property "mail"': [{ required: ['mail'] }, {}],
      'has the unknown property "tel"': [
        { properties: { mail: text }, additionalProperties: false },
        { mail: 'a', tel: 'b' },
      ],
    }),
  )('%s', (reason, [schema, value]) => {
    expect(reasonsOf(schema, value)).toEqual([`The body ${reason}.`]);
  });
});

describe("a part that violates a schema: The body's", () => {
  test.each(
    Object.entries<[schema: object, value: unknown]>({
      '"1" must be of type string': [{ items: text }, ['a', 1]],
      '"a" must be of type string': [{ additionalProperties: text }, { a: 1 }],
      '"size" must be of type integer': [{ $ref: '#/components/schemas/Audience' }, { size: 'a' }],
      '"parent.parent" must be of type object': [
        { $ref: '#/components/schemas/Tree' },
        { parent: { parent: 1 } },
      ],
      '"a/b~" must be of type string': [{ properties: { 'a/b~': text } }, { 'a/b~': 1 }],
    }),
  )('%s', (reason, [schema, value]) => {
    expect(reasonsOf(schema, value)).toEqual([`The body's ${reason}.`]);
  });
});

test('allOf adds what is required, and each alternative of oneOf is named', () => {
  const allOf = [{ $ref: '#/components/schemas/Audience' }, { required: ['size'] }];
  expect(reasonsOf({ allOf }, {})).toEqual(['The body is missing the required property "size".']);
  const oneOf = [
    { required: ['url'], properties: { kind: { const: 'link' } } },
    { properties: { kind: { const: 'brief' } } },
  ];
  expect(reasonsOf({ oneOf }, { kind: 'link' })).toEqual([
    'The body is missing the required property "url".',
    'The body\'s "kind" must be equal to constant.',
    'The body must match exactly one schema in oneOf.',
  ]);
});

test.each([
  { schema: { type: 'number', multipleOf: 0.01 }, value: 1234567.89 },
  { schema: { type: 'integer' }, value: 2 ** 63 },
  { schema: { maxLength: 1 }, value: '😀' },
  { schema: { format: 'colour' }, value: 'green' },
])('$value conforms to $schema', ({ schema, value }) => {
  expect(reasonsOf(schema, value)).toEqual([]);
});

test('a required property is not inherited', () => {
  const schema = { required: ['constructor', 'toString'] };
  expect(reasonsOf(schema, { toString: 1 })).toEqual([
    'The body is missing the required property "constructor".',
  ]);
});

describe('a property that is required', () => {
  const schema = (mark: string) => ({
    required: ['id'],
    properties: { id: { ...text, [mark]: true } },
  });
  const receive = (mark: string, body: object) => {
    const contract = contractOf({
      responses: { 200: { content: { [json]: { schema: schema(mark) } } } },
    });
    const [operation] = contract.operations as [(typeof contract.operations)[number]];
    const headers = { 'content-type': json };
    const message = { status: 200, headers, body: Buffer.from(JSON.stringify(body)) };
    return createResponseValidator(contract)(operation, message).map((it) => it.message);
  };
  const missing = 'The body is missing the required property "id".';

  test('and readOnly may be missing in a request only', () => {
    expect([reasonsOf(schema('readOnly'), {}), receive('readOnly', {})]).toEqual([[], [missing]]);
  });

  test('and writeOnly must be in a request, and not in a response', () => {
    expect([reasonsOf(schema('writeOnly'), {}), receive('writeOnly', {})]).toEqual([[missing], []]);
    expect(receive('writeOnly', { id: 'a' })).toEqual([
      'The body\'s "id" must not be in a response.',
    ]);
  });
});
