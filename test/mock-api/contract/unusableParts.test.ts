import { describe, expect, test } from 'vitest';
import { loadContractContext } from '../../../mock-api/contract/contractContext.ts';
import { parseContract } from '../../../mock-api/contract/load/loadContract.ts';
import { startTestMock } from '../../support/mock/startTestMock.ts';
import { temporaryFile } from '../../support/mock/temporaryFiles.ts';

/** A contract of two operations, the first with this response and the second with an own one. */
function contractWith(response: string, components = ''): string {
  return `openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /first:
    get:
      responses:
        '200':
${response.replace(/^/gm, '          ')}
  /second:
    get:
      responses:
        '204': { description: Nothing. }
components:
${components.replace(/^/gm, '  ')}
`;
}

const json = (schema: string) => `description: Some.
content:
  application/json:
    schema: ${schema}`;

describe('an operation with a schema that cannot be compiled gets a 501, and the others work', () => {
  test.each([
    [json('{ $ref: "other.yaml#/A" }'), '', 11, /"other\.yaml#\/A" points to another file/],
    [json('{ type: strng }'), '', 11, /The schema's "type" must be one of "array",/],
    [
      json('{ properties: { a: null } }'),
      '',
      11,
      /"properties\.a" must be of type object or boolean/,
    ],
    [
      json('{ items: { $ref: "#/components/schemas/A" } }'),
      'schemas:\n  A: { not: { $ref: "#/components/schemas/B" } }\n  B: { minLength: x }',
      19,
      /"minLength" must be of type integer/,
    ],
  ])('%#', async (response, components, line, reason) => {
    const file = await temporaryFile('contract.yaml', contractWith(response, components));
    const { contract } = await loadContractContext(file);
    expect(contract.warnings).toHaveLength(1);
    expect(contract.warnings[0]).toMatch(reason);
    expect(contract.warnings[0]).toContain(`contract.yaml:${line} `);

    const { url, journal } = await startTestMock({ contractFile: file });
    expect((await fetch(`${url}/second`)).status).toBe(204);
    const failed = await fetch(`${url}/first`);
    expect(failed.status).toBe(501);
    expect(failed.headers.get('mock-failure')).toMatch(reason);
    expect(await failed.json()).toMatchObject({ detail: expect.stringMatching(reason) });
    expect(journal.list()).toMatchObject([{}, { reason: expect.stringMatching(reason) }]);
  });
});

test.each([
  'example: { $id: "x y", $anchor: "!", $ref: "#/gone" }',
  'default: { $ref: "gone.yaml", properties: 3 }',
  'enum: [{ $id: "x y", $anchor: "!", $ref: "#/gone" }]',
  'const: { $id: "a b", $ref: "#/gone" }',
  'x-form: { $id: "urn:%", $ref: "#/gone", items: { $anchor: "?" }, properties: null }',
  'id: 7',
])('data that looks like a schema is none: %s', async (keyword) => {
  const schema = `{ type: object, ${keyword} }`;
  const { contract } = await loadContractContext(
    await temporaryFile('contract.yaml', contractWith(json(schema))),
  );
  expect(contract.warnings).toEqual([]);
  const [media] = contract.operations[0]?.responses[0]?.content ?? [];
  expect(media?.validate(7)).not.toEqual([]);
});

test('an identifier in a constant is compared', () => {
  const { operations } = parseContract(contractWith(json('{ const: { $id: a b } }')), 'some.yaml');
  const [media] = operations[0]?.responses[0]?.content ?? [];
  expect(media?.validate({ $id: 'a b' })).toEqual([]);
  expect(media?.validate({})).toHaveLength(1);
});

test('a second operation with the same operationId gets a warning', () => {
  const source = contractWith(json('true')).replaceAll('get:', 'get:\n      operationId: same');
  expect(parseContract(source, 'some.yaml').warnings).toEqual([
    'some.yaml:15 Another operation is "same" as well, so this one is "GET /second".',
  ]);
});

test('an example of OpenAPI 3.2 may have a dataValue', () => {
  const source = contractWith(`${json('true')}\n    examples: { one: { dataValue: { a: 7 } } }`);
  const [media] = parseContract(source, 'some.yaml').operations[0]?.responses[0]?.content ?? [];
  expect(media?.examples).toMatchObject([{ name: 'one', value: { a: 7 } }]);
});
