import { describe, expect, test } from 'vitest';
import { planCases } from '../../../../mock-api/contract/cases/planCases.ts';
import { loadContract, readContract } from '../../../../mock-api/contract/loadContract.ts';

const product = await loadContract('openapi.yaml');

/** A contract of one operation: its method, and what stands under it. */
function contractOf(method: string, operation: string, path = '/things') {
  return readContract(
    `openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
paths:
  ${path}:
    ${method}:
      operationId: thing
${operation.replace(/^/gm, '      ')}
      responses: { "200": { description: Fine. }, "400": { description: Not fine. } }
`,
    'things.yaml',
  );
}

const sentences = (contract: Parameters<typeof planCases>[0], kind: string) =>
  planCases(contract)
    .cases.filter((found) => found.kind === kind)
    .map(({ what }) => what);

const body = (type: string, schema: string) =>
  contractOf(
    'post',
    `requestBody: { required: true, content: { ${type}: { schema: ${schema} } } }`,
  );

test('the plan is the same each time', () => {
  const [one, two] = [planCases(product), planCases(product)].map(({ cases }) =>
    cases.map(({ operation, ...rest }) => [operation.id, rest]),
  );
  expect(one).toEqual(two);
});

describe('one thing is varied at a time', () => {
  test('texts at their limits, and one beyond each', () => {
    const contract = body('application/json', '{ type: string, minLength: 3, maxLength: 30 }');
    expect(sentences(contract, 'good data')).toEqual([
      'Nothing is varied.',
      'The body has 3 characters.',
      'The body has 4 characters.',
      'The body has 29 characters.',
      'The body has 30 characters.',
      'The body is blank.',
      'The body has 30 characters of four bytes each.',
    ]);
    expect(sentences(contract, 'bad data')).toEqual(
      expect.arrayContaining(['The body has 2 characters.', 'The body has 31 characters.']),
    );
  });

  test('numbers at their limits, open and closed', () => {
    const contract = body(
      'application/json',
      '{ type: integer, exclusiveMinimum: 0, maximum: 9, multipleOf: 3 }',
    );
    expect(sentences(contract, 'good data')).toEqual([
      'Nothing is varied.',
      'The body is 6.',
      'The body is 9.',
    ]);
    expect(sentences(contract, 'bad data')).toEqual(
      expect.arrayContaining(['The body is 0.', 'The body is 12.', 'The body is 4.']),
    );
  });

  test('required fields dropped, unknown ones added where that is forbidden', () => {
    const contract = body(
      'application/json',
      '{ type: object, required: [a], additionalProperties: false, properties: { a: { const: 1 }, b: { type: "null" } } }',
    );
    const bad = sentences(contract, 'bad data');
    expect(bad).toContain(`The body's "a" is missing.`);
    expect(bad).toContain('The body has an unknown property.');
    expect(bad).toContain(`The body's "a" is none of those listed.`);
    expect(sentences(contract, 'good data')).toContain('The body has only what is required.');
  });

  test('patterns are followed without an example, and broken', () => {
    const contract = body('application/json', `{ type: string, pattern: '^[A-F]{2}-(x|y)\\d+$' }`);
    const [first] = planCases(contract).cases;
    expect(JSON.parse(String(first?.request.body))).toMatch(/^[A-F]{2}-(x|y)\d+$/);
    expect(sentences(contract, 'bad data')).toContain('The body does not match the pattern.');
  });

  test('a schema inside itself comes to an end', () => {
    const contract = readContract(
      `openapi: 3.1.0
info: { title: Trees, version: 1.0.0 }
paths:
  /trees:
    post:
      operationId: plant
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Tree" } } } }
      responses: { "200": { description: Fine. }, "400": { description: Not fine. } }
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

describe('what a case claims is proven from its bytes', () => {
  test('in a form everything is text, so wrong types are no fault and are dropped', () => {
    const contract = body(
      'application/x-www-form-urlencoded',
      '{ type: object, required: [a], properties: { a: { type: string }, n: { type: integer } } }',
    );
    expect(sentences(contract, 'bad data').filter((what) => what.includes('"a"'))).toEqual([
      `The body's "a" is missing.`,
    ]);
    expect(sentences(contract, 'bad data')).toContain(`The body's "n" is a text.`);
    expect(planCases(contract).disproved).toBeGreaterThan(5);
  });

  test('a segment of dots would lead elsewhere and is not sent', () => {
    const contract = contractOf(
      'get',
      `parameters: [{ name: id, in: path, required: true, schema: { type: string, enum: [a, "..", "."] } }]`,
      '/things/{id}',
    );
    const targets = planCases(contract).cases.map(({ request }) => request.target);
    expect(targets).toContain('/things/a');
    expect(targets.filter((target) => target.includes('.'))).toEqual([]);
  });

  test('an operation that cannot refuse bad data is sent none, and that is named', () => {
    const contract = readContract(
      `openapi: 3.1.0
info: { title: Bell, version: 1.0.0 }
paths:
  /bell:
    get:
      operationId: ring
      parameters: [{ name: times, in: query, required: true, schema: { type: integer } }]
      responses: { "204": { description: It rings. } }
`,
      'bell.yaml',
    );
    const { cases, leftOut } = planCases(contract);
    expect(cases.filter(({ kind }) => kind === 'bad data')).toEqual([]);
    expect(leftOut.map(({ what }) => what)).toContain('The query parameter "times" is missing.');
  });
});

describe('what may change something', () => {
  test('is known by its method, or by the word of the contract', () => {
    const { cases } = planCases(product);
    const reading = cases.filter(({ kind, writes }) => kind === 'good data' && !writes);
    expect(new Set(reading.map(({ operation }) => operation.id))).toEqual(
      new Set(['getBrief', 'getCurrentUser']),
    );
  });

  test('is tagged in its texts, but not in what has a form of its own', () => {
    const submission = planCases(product, { tag: '[us]' }).cases.find(
      ({ operation }) => operation.id === 'submitFeedback',
    );
    expect(JSON.parse(String(submission?.request.body))).toMatchObject({
      briefId: 'daily-harvest',
      subjectLine: '[us] Thank you',
      text: '[us] I read you every morning.',
    });
  });

  test('carries the values that the server is said to know, untagged', () => {
    const known = new Map([
      ['briefId', 'b'],
      ['recaptchaResponse', 'token'],
    ]);
    const submission = planCases(product, { known }).cases.find(
      ({ operation }) => operation.id === 'submitFeedback',
    );
    expect(submission?.known).toBe(true);
    expect(JSON.parse(String(submission?.request.body))).toMatchObject({
      briefId: 'b',
      recaptchaResponse: 'token',
    });
  });
});
