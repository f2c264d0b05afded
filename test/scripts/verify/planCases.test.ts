import { describe, expect, test } from 'vitest';
import { parseContract } from '../../../mock-api/contract/load/loadContract.ts';
import { planCases } from '../../../scripts/verify/phases/planCases.ts';
import type { CaseKind } from '../../../scripts/verify/plan/testCase.ts';
import { referenceContract } from '../../support/verify/runVerifier.ts';

/** A contract with one operation. */
function contractOf(method: string, operation: string, path = '/things') {
  return parseContract(
    `openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
paths:
  ${path}:
    ${method}:
      operationId: thing
${operation.replace(/^/gm, '      ')}
      responses: { "200": { description: Success. }, "400": { description: Invalid. } }
`,
    'things.yaml',
  );
}

const descriptions = (contract: Parameters<typeof planCases>[0], kind: CaseKind) =>
  planCases(contract, { phases: new Set(['examples', 'coverage']) })
    .cases.filter((testCase) => testCase.kind === kind)
    .map(({ description }) => description);

const contractWithBody = (type: string, schema: string) =>
  contractOf(
    'post',
    `requestBody: { required: true, content: { ${type}: { schema: ${schema} } } }`,
  );

test('the plan is the same in every run', () => {
  const [first, second] = [planCases(referenceContract), planCases(referenceContract)].map(
    ({ cases }) => cases.map(({ operation, ...rest }) => [operation.id, rest]),
  );
  expect(first).toEqual(second);
});

describe('each case changes one thing', () => {
  test('strings have lengths at their limits and one beyond', () => {
    const contract = contractWithBody(
      'application/json',
      '{ type: string, minLength: 3, maxLength: 30 }',
    );
    expect(descriptions(contract, 'valid data')).toEqual([
      'The base request, unchanged.',
      'The body has 3 characters.',
      'The body has 30 characters.',
      'The body is blank.',
      'The body has 30 characters of four bytes each.',
    ]);
    expect(descriptions(contract, 'invalid data')).toEqual(
      expect.arrayContaining(['The body has 2 characters.', 'The body has 31 characters.']),
    );
  });

  test('numbers are at, above and below inclusive and exclusive limits', () => {
    const contract = contractWithBody(
      'application/json',
      '{ type: integer, exclusiveMinimum: 0, maximum: 9, multipleOf: 3 }',
    );
    expect(descriptions(contract, 'valid data')).toEqual([
      'The base request, unchanged.',
      'The body is 6.',
      'The body is 9.',
    ]);
    expect(descriptions(contract, 'invalid data')).toEqual(
      expect.arrayContaining(['The body is 0.', 'The body is 12.', 'The body is 4.']),
    );
  });

  test('required properties are removed, and forbidden unknown ones added', () => {
    const contract = contractWithBody(
      'application/json',
      '{ type: object, required: [a], additionalProperties: false, properties: { a: { const: 1 }, b: { type: "null" } } }',
    );
    const invalid = descriptions(contract, 'invalid data');
    expect(invalid).toContain(`The body's "a" is missing.`);
    expect(invalid).toContain('The body has an unknown property.');
    expect(invalid).toContain(`The body's "a" is not one of the listed values.`);
    expect(descriptions(contract, 'valid data')).toContain(
      'The body has only the required properties.',
    );
  });

  test('strings match and violate a pattern without an example', () => {
    const contract = contractWithBody(
      'application/json',
      `{ type: string, pattern: '^[A-F]{2}-(x|y)\\d+$' }`,
    );
    const [first] = planCases(contract).cases;
    expect(JSON.parse(String(first?.request.body))).toMatch(/^[A-F]{2}-(x|y)\d+$/);
    expect(descriptions(contract, 'invalid data')).toContain(
      'The body does not match the pattern.',
    );
  });

  test('a schema that contains itself results in a finite number of cases', () => {
    const contract = parseContract(
      `openapi: 3.1.0
info: { title: Trees, version: 1.0.0 }
paths:
  /trees:
    post:
      operationId: createTree
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Tree" } } } }
      responses: { "200": { description: Success. }, "400": { description: Invalid. } }
components:
  schemas:
    Tree:
      type: object
      required: [branch]
      properties: { branch: { anyOf: [{ $ref: "#/components/schemas/Tree" }, { type: "null" }] } }
`,
      'trees.yaml',
    );
    const { cases } = planCases(contract);
    expect(cases.length).toBeGreaterThan(10);
    expect(cases.length).toBeLessThan(100);
  });
});

describe('the encoded request decides what a case tests', () => {
  test('wrong types are discarded if a form cannot represent them', () => {
    const contract = contractWithBody(
      'application/x-www-form-urlencoded',
      '{ type: object, required: [a], properties: { a: { type: string }, n: { type: integer } } }',
    );
    expect(descriptions(contract, 'invalid data').filter((text) => text.includes('"a"'))).toEqual([
      `The body's "a" is missing.`,
    ]);
    expect(descriptions(contract, 'invalid data')).toContain(`The body's "n" is a string.`);
    expect(planCases(contract).discardedCount).toBeGreaterThan(5);
  });

  test('a dot segment is not planned, because it would reach another path', () => {
    const contract = contractOf(
      'get',
      `parameters: [{ name: id, in: path, required: true, schema: { type: string, enum: [a, "..", "."] } }]`,
      '/things/{id}',
    );
    const targets = planCases(contract).cases.map(({ request }) => request.target);
    expect(targets).toContain('/things/a');
    expect(targets.filter((target) => target.includes('.'))).toEqual([]);
  });

  test('invalid data is skipped if the operation declares no status for it', () => {
    const contract = parseContract(
      `openapi: 3.1.0
info: { title: Ping, version: 1.0.0 }
paths:
  /ping:
    get:
      operationId: ping
      parameters: [{ name: times, in: query, required: true, schema: { type: integer } }]
      responses: { "204": { description: The server is running. } }
`,
      'ping.yaml',
    );
    const { cases, skipped } = planCases(contract);
    expect(cases.filter(({ kind }) => kind === 'invalid data')).toEqual([]);
    expect(skipped.map(({ description }) => description)).toContain(
      'The query parameter "times" is missing.',
    );
  });
});

test.each(['401', '403', '405', '413', '415'])(
  'a status %s alone rejects no invalid data',
  (status) => {
    const contract = parseContract(
      `openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes:
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: string } } } }
      responses: { "204": { description: Kept. }, "${status}": { description: Not kept. } }
`,
      'notes.yaml',
    );
    const { cases, skipped } = planCases(contract);
    expect(cases.filter(({ kind }) => kind === 'invalid data')).toEqual([]);
    expect(skipped.map(({ description }) => description)).toContain('The body is missing.');
  },
);

test('an example that is the base request is planned once, also with a value that can be used once', () => {
  const schema =
    '{ type: object, required: [token], properties: { token: { type: string, x-single-use: true } } }';
  const content = `{ application/json: { schema: ${schema}, example: { token: a-long-token } } }`;
  const contract = contractOf('post', `requestBody: { required: true, content: ${content} }`);
  const { cases } = planCases(contract, { phases: new Set(['examples']), runId: 'run1' });
  expect(cases.map(({ description }) => description)).toEqual(['The base request, unchanged.']);
});

describe('a write', () => {
  test('is recognized by its method or by x-safe in the contract', () => {
    const { cases } = planCases(referenceContract);
    const reads = cases.filter(({ kind, isWrite }) => kind === 'valid data' && !isWrite);
    expect(new Set(reads.map(({ operation }) => operation.id))).toEqual(
      new Set(['getBrief', 'getCurrentUser']),
    );
  });

  test('has the tag in its free text, but not in strings with a pattern', () => {
    const submission = planCases(referenceContract, { tag: '[us]' }).cases.find(
      ({ operation }) => operation.id === 'submitFeedback',
    );
    expect(JSON.parse(String(submission?.request.body))).toMatchObject({
      briefId: 'daily-harvest',
      subjectLine: '[us] Thank you',
      text: '[us] I read you every morning.',
    });
  });

  test('contains known values without the tag', () => {
    const knownValues = new Map([
      ['briefId', 'b'],
      ['recaptchaResponse', 'token'],
    ]);
    const submission = planCases(referenceContract, { knownValues }).cases.find(
      ({ operation }) => operation.id === 'submitFeedback',
    );
    expect(submission?.usesKnownValues).toBe(true);
    expect(JSON.parse(String(submission?.request.body))).toMatchObject({
      briefId: 'b',
      recaptchaResponse: 'token',
    });
  });
});

test('the number of cases stays small where alternatives contain alternatives', () => {
  const contract = parseContract(
    `openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /x:
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Level0' } } } }
      responses: { '200': { description: D }, '400': { description: D } }
components:
  schemas:
${[...Array(8).keys()].map((i) => `    Level${i}: { anyOf: [{ type: object, required: [a, b], properties: { a: { $ref: '#/components/schemas/Level${i + 1}' }, b: { $ref: '#/components/schemas/Level${i + 1}' } } }, { type: array, minItems: 1, items: { $ref: '#/components/schemas/Level${i + 1}' } }, { type: string, maxLength: 9 }] }`).join('\n')}
    Level8: { type: string }
`,
    'some.yaml',
  );
  const { cases, discardedCount } = planCases(contract);
  expect(cases.length).toBeGreaterThan(50);
  expect(cases.length + discardedCount).toBeLessThan(600);
});

test('no request is longer than servers accept', () => {
  const contract = parseContract(
    `openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: string, maxLength: 150000 } }]
      responses: { '200': { description: D }, '400': { description: D } }
`,
    'some.yaml',
  );
  const lengths = planCases(contract).cases.map(({ request }) => request.target.length);
  expect(lengths.length).toBeGreaterThan(2);
  expect(Math.max(...lengths)).toBeLessThan(8001);
});

test('a malformed id is only planned where it is the last segment of the path', () => {
  const contract = parseContract(
    `openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /beds/{bed}/plants/{plant}:
    get:
      parameters:
        - { name: bed, in: path, required: true, schema: { type: string, pattern: '^[a-z]+$' } }
        - { name: plant, in: path, required: true, schema: { type: string, pattern: '^[a-z]+$' } }
        - { name: q, in: query, required: true, schema: { type: string } }
      responses: { '200': { description: D }, '400': { description: D } }
`,
    'some.yaml',
  );
  const { cases } = planCases(contract);
  const malformed = cases.filter(({ description }) => /malformed percent/.test(description));
  expect(malformed.map(({ description }) => description)).toEqual([
    'The path parameter "plant" has a malformed percent-encoding.',
  ]);
  expect(malformed[0]?.request.target).toMatch(/^[^?]*%zz\?q=/);
});

test('a protected operation is planned with and without credentials', () => {
  const ofUser = planCases(referenceContract).cases.filter(
    ({ operation }) => operation.id === 'getCurrentUser',
  );
  const missing = ofUser.filter(({ kind }) => kind === 'missing credentials');
  expect(missing.map(({ description }) => description)).toEqual([
    'The credentials are missing.',
    'The method is HEAD, and the credentials are missing.',
  ]);
  expect(ofUser.map(({ description }) => description)).toContain('The method is HEAD.');
});
