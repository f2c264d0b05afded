import { describe, expect, test } from 'vitest';
import { parseContract } from '../../../mock-api/contract/load/loadContract.ts';
import { resolveSchema } from '../../../mock-api/contract/schema/resolveSchema.ts';
import { createRequestValidator } from '../../../mock-api/contract/validate/validateRequest.ts';

const source = `openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /x:
    get:
      parameters:
        - { name: narrowed, in: query, schema: { $ref: '#/components/schemas/Narrowed' } }
        - { name: either, in: query, schema: { $ref: '#/components/schemas/Either' } }
        - { name: untyped, in: query, style: deepObject, schema: { $ref: '#/components/schemas/Untyped' } }
        - { name: nested, in: query, style: deepObject, schema: { $ref: '#/components/schemas/Nested' } }
      responses: { '204': { description: D } }
components:
  schemas:
    Narrowed: { allOf: [{ type: [integer, string] }, { type: integer }] }
    Whole: { allOf: [{ type: number }, { type: integer }] }
    Either: { type: [integer, string], anyOf: [{ type: integer }, { type: 'null' }] }
    Untyped: { properties: { pages: { type: integer } } }
    Overridden:
      allOf: [{ properties: { pages: { type: string }, title: {} } }]
      properties: { pages: { type: integer } }
    Nested:
      type: object
      properties:
        depth: { type: integer }
        inner: { anyOf: [{ $ref: '#/components/schemas/Nested' }, { type: string }] }
`;
const contract = parseContract(source, 'some.yaml');

describe('a schema with allOf', () => {
  const typesOf = (name: string) => [...schemaNamed(name).types];
  const schemaNamed = (name: string) =>
    resolveSchema(contract.document, `/components/schemas/${name}`);

  test('has only the types that every part allows', () => {
    expect(typesOf('Narrowed')).toEqual(['integer']);
  });

  test('is an integer if one part allows numbers and another integers', () => {
    expect(typesOf('Whole')).toEqual(['integer']);
  });

  test('prefers its own property to one of the same name in allOf', () => {
    expect([...schemaNamed('Overridden').properties]).toEqual([
      ['pages', '/components/schemas/Overridden/properties/pages'],
      ['title', '/components/schemas/Overridden/allOf/0/properties/title'],
    ]);
  });
});

describe('a query parameter is parsed by', () => {
  const [operation] = contract.operations;
  const parse = (query: string) => {
    if (!operation) throw new Error('The contract has no operation.');
    const message = { pathValues: {}, query, headers: {}, body: new Uint8Array() };
    const { parameters, violations } = createRequestValidator(contract)(operation, message);
    expect(violations).toEqual([]);
    return parameters.query;
  };

  test('the types that every part of allOf allows', () => {
    expect(parse('narrowed=5')).toEqual({ narrowed: 5 });
  });

  test('the types that both type and anyOf allow', () => {
    expect(parse('either=5')).toEqual({ either: 5 });
  });

  test('the keywords of its schema if there is no type', () => {
    expect(parse('untyped[pages]=5')).toEqual({ untyped: { pages: 5 } });
  });

  test('a recursive schema', () => {
    expect(parse('nested[depth]=5&nested[inner]=x')).toEqual({ nested: { depth: 5, inner: 'x' } });
  });
});
