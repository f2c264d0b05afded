import { expect, test } from 'vitest';
import { parseContract } from '../../../mock-api/contract/load/loadContract.ts';
import { createRequestValidator } from '../../../mock-api/contract/validate/validateRequest.ts';
import { createResponseValidator } from '../../../mock-api/contract/validate/validateResponse.ts';
import { planCases } from '../../../scripts/verify/phases/planCases.ts';

const contract = parseContract(
  `openapi: 3.1.0
info: { title: Accounts, version: 1.0.0 }
paths:
  /accounts:
    post:
      operationId: createAccount
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Account" } } } }
      responses:
        "201": { description: Created., content: { application/json: { schema: { $ref: "#/components/schemas/Account" } } } }
        "400": { description: Invalid. }
components:
  schemas:
    Account:
      type: object
      required: [id, name, secret]
      properties:
        id: { type: integer, readOnly: true }
        name: { type: string }
        secret: { type: string, writeOnly: true }
`,
  'accounts.yaml',
);
const [operation] = contract.operations as [(typeof contract.operations)[number]];
const headers = { 'content-type': 'application/json' };

function requestViolations(value: unknown) {
  const body = Buffer.from(JSON.stringify(value));
  const message = { pathValues: {}, query: '', headers, body };
  return createRequestValidator(contract)(operation, message).violations.map((it) => it.message);
}

function responseViolations(value: unknown) {
  const body = Buffer.from(JSON.stringify(value));
  const message = { status: 201, headers, body };
  return createResponseValidator(contract)(operation, message).map((it) => it.message);
}

test('a required read-only property may be missing from a request, but not from a response', () => {
  expect(requestViolations({ name: 'a', secret: 'b' })).toEqual([]);
  expect(responseViolations({ name: 'a' })).toEqual([
    'The body is missing the required property "id".',
  ]);
});

test('a required write-only property may be missing from a response, but not from a request', () => {
  expect(responseViolations({ id: 1, name: 'a' })).toEqual([]);
  expect(requestViolations({ name: 'a' })).toEqual([
    'The body is missing the required property "secret".',
  ]);
});

test('the verifier sends no read-only property and does not expect it to be required', () => {
  const [base, ...others] = planCases(contract).cases;
  expect(Object.keys(JSON.parse(String(base?.request.body)))).toEqual(['name', 'secret']);
  expect(others.filter(({ description }) => description.includes('"id"'))).toEqual([]);
});
