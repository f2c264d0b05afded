import { expect, test } from 'vitest';
import { createResponseValidator } from '../../../contract/index.ts';
import { planCases } from '../../../verifier/phases/planCases.ts';
import { contractOf, requestsTo } from '../../support/oneOperation.ts';

/** A part of `allOf` may require what another one declares. */
const schema = {
  type: 'object',
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string' },
    secret: { type: 'string', writeOnly: true },
  },
  allOf: [{ required: ['id', 'name', 'secret'] }],
};
const content = { 'application/json': { schema } };
const operation = {
  requestBody: { required: true, content },
  responses: { 201: { description: 'Created.', content }, 400: { description: 'Invalid.' } },
};
const contract = contractOf(operation);
const type = 'application/json';
const missing = (name: string) => `The body is missing the required property "${name}".`;

const inResponse = `The body's "secret" must not be in a response.`;

test.each([
  [{ name: 'a', secret: 'b' }, [], [missing('id'), inResponse]],
  [{ id: 1, name: 'a' }, [missing('secret')], []],
])(
  'of %j, read-only properties may be missing in one direction, and write-only ones in the other',
  (...row) => {
    const [value, ofRequest, ofResponse] = row;
    const body = JSON.stringify(value);
    expect(requestsTo(operation)({ type, body }).messages).toEqual(ofRequest);
    const [created] = contract.operations as [(typeof contract.operations)[number]];
    const response = { status: 201, headers: { 'content-type': type }, body: Buffer.from(body) };
    const violations = createResponseValidator(contract)(created, response);
    expect(violations.map(({ message }) => message)).toEqual(ofResponse);
  },
);

test('the verifier sends no read-only property and does not expect it to be required', () => {
  const [base, ...others] = planCases(contract).cases;
  expect(Object.keys(JSON.parse(String(base?.request.body)))).toEqual(['name', 'secret']);
  expect(others.filter(({ description }) => description.includes('"id"'))).toEqual([]);
});
