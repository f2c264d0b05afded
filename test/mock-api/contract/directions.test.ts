import { expect, test } from 'vitest';
import { createResponseValidator } from '../../../mock-api/contract/validate/validateResponse.ts';
import { planCases } from '../../../scripts/verify/phases/planCases.ts';
import { contractOf, requestsTo } from '../../support/oneOperation.ts';

const schema = {
  type: 'object',
  required: ['id', 'name', 'secret'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string' },
    secret: { type: 'string', writeOnly: true },
  },
};
const content = { 'application/json': { schema } };
const operation = {
  requestBody: { required: true, content },
  responses: { 201: { description: 'Created.', content }, 400: { description: 'Invalid.' } },
};
const contract = contractOf(operation);
const type = 'application/json';

async function requestViolations(value: unknown) {
  return (await requestsTo(operation)({ type, body: JSON.stringify(value) })).messages;
}

function responseViolations(value: unknown) {
  const [created] = contract.operations as [(typeof contract.operations)[number]];
  const body = Buffer.from(JSON.stringify(value));
  const message = { status: 201, headers: { 'content-type': type }, body };
  return createResponseValidator(contract)(created, message).map((it) => it.message);
}

test('a required read-only property may be missing from a request, but not from a response', async () => {
  expect(await requestViolations({ name: 'a', secret: 'b' })).toEqual([]);
  expect(responseViolations({ name: 'a' })).toEqual([
    'The body is missing the required property "id".',
  ]);
});

test('a required write-only property may be missing from a response, but not from a request', async () => {
  expect(responseViolations({ id: 1, name: 'a' })).toEqual([]);
  expect(await requestViolations({ name: 'a' })).toEqual([
    'The body is missing the required property "secret".',
  ]);
});

test('the verifier sends no read-only property and does not expect it to be required', () => {
  const [base, ...others] = planCases(contract).cases;
  expect(Object.keys(JSON.parse(String(base?.request.body)))).toEqual(['name', 'secret']);
  expect(others.filter(({ description }) => description.includes('"id"'))).toEqual([]);
});
