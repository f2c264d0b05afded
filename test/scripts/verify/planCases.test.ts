import { expect, test } from 'vitest';
import { planCases } from '../../../scripts/verify/phases/planCases.ts';
import { bodyOf, contractOf } from '../../support/oneOperation.ts';
import { referenceContract } from '../../support/verify/runVerifier.ts';

const text = { type: 'string' };
const responses = { 200: { description: 'Success.' }, 400: { description: 'Invalid.' } };

/** A contract with one operation, whose request body has a schema. */
const contractWithBody = (schema: object, type?: string) =>
  contractOf({ ...bodyOf(schema, type), responses });

const invalidData = (contract: Parameters<typeof planCases>[0]) =>
  planCases(contract, { phases: new Set(['coverage']) })
    .cases.filter(({ kind }) => kind === 'invalid data')
    .map(({ description }) => description);

test('the plan is the same in every run', () => {
  const [first, second] = [planCases(referenceContract), planCases(referenceContract)].map(
    ({ cases }) => cases.map(({ operation, ...rest }) => [operation.id, rest]),
  );
  expect(first).toEqual(second);
});

test('strings have lengths at their limits and one beyond', () => {
  const contract = contractWithBody({ ...text, minLength: 3, maxLength: 30 });
  const phases = new Set(['coverage', 'values'] as const);
  const { cases } = planCases(contract, { phases });
  expect(cases.map(({ kind, description }) => `${kind}: ${description}`)).toEqual(
    expect.arrayContaining([
      'valid data: The body has 3 characters.',
      'valid data: The body has 30 characters.',
      'valid data: The body has 30 characters of four bytes each.',
      'invalid data: The body has 2 characters.',
      'invalid data: The body has 2 characters of four bytes each.',
      'invalid data: The body has 31 characters.',
    ]),
  );
});

test('strings match and violate a pattern without an example', () => {
  const contract = contractWithBody({ ...text, pattern: '^[A-F]{2}-(x|y)\\d+$' });
  const [first] = planCases(contract).cases;
  expect(JSON.parse(String(first?.request.body))).toMatch(/^[A-F]{2}-(x|y)\d+$/);
  expect(invalidData(contract)).toContain('The body does not match the pattern.');
});

test('wrong types are discarded where a form cannot represent them', () => {
  const properties = { a: text, n: { type: 'integer' } };
  const form = 'application/x-www-form-urlencoded';
  const contract = contractWithBody({ type: 'object', required: ['a'], properties }, form);
  expect(invalidData(contract).filter((it) => it.includes('"a"'))).toEqual([
    `The body's "a" is missing.`,
  ]);
  expect(invalidData(contract)).toContain(`The body's "n" is a string.`);
});

test('a dot segment is not planned, because it would reach another path', () => {
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: { enum: ['a', '..', '.'] } },
  ];
  const contract = contractOf({ parameters, responses }, { method: 'get', path: '/things/{id}' });
  const targets = planCases(contract).cases.map(({ request }) => request.target);
  expect(targets).toContain('/things/a');
  expect(targets.filter((target) => target.includes('.'))).toEqual([]);
});

test('invalid data is skipped if no status rejects it, but its sender or its format', () => {
  const statuses = ['204', '401', '403', '405', '413', '415'];
  const declared = statuses.map((status) => [status, { description: 'D' }]);
  const operation = { ...bodyOf(text), responses: Object.fromEntries(declared) };
  const { cases, skipped } = planCases(contractOf(operation));
  expect(cases.filter(({ kind }) => kind === 'invalid data')).toEqual([]);
  expect(skipped.map(({ description }) => description)).toContain('The body is missing.');
});

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const alternatives = (next: string) => ({
  anyOf: [
    { type: 'object', required: ['a', 'b'], properties: { a: ref(next), b: ref(next) } },
    { type: 'array', minItems: 1, items: ref(next) },
    { ...text, maxLength: 9 },
  ],
});

test('the number of cases stays small where alternatives contain alternatives, or a schema itself', () => {
  const branch = { anyOf: [ref('8'), { type: 'null' }] };
  const recursive = { type: 'object', required: ['branch'], properties: { branch } };
  const schemas = Object.fromEntries(
    [...Array(9).keys()].map((i) => [i, i === 8 ? recursive : alternatives(String(i + 1))]),
  );
  const contract = contractOf({ ...bodyOf(ref('0')), responses }, { components: { schemas } });
  const { length } = planCases(contract).cases;
  expect([length > 50, length < 400]).toEqual([true, true]);
});

test('no integer is planned that many languages cannot represent', () => {
  const { cases } = planCases(contractWithBody({ type: 'integer' }));
  const sent = cases
    .filter(({ kind }) => kind === 'valid data')
    .map(({ request }) => Number(String(request.body)));
  expect(Math.max(...sent)).toBe(Number.MAX_SAFE_INTEGER);
});

test('no request is longer than servers accept', () => {
  const schema = { ...text, maxLength: 150_000 };
  const parameters = [{ name: 'id', in: 'path', required: true, schema }];
  const contract = contractOf({ parameters, responses }, { method: 'get', path: '/{id}' });
  const lengths = planCases(contract).cases.map(({ request }) => request.target.length);
  expect(lengths.length).toBeGreaterThan(2);
  expect(Math.max(...lengths)).toBeLessThan(8001);
});

test('a malformed id is only planned where it is the last segment of the path', () => {
  const schema = { ...text, pattern: '^[a-z]+$' };
  const parameters = [
    { name: 'bed', in: 'path', required: true, schema },
    { name: 'plant', in: 'path', required: true, schema },
    { name: 'q', in: 'query', required: true, schema: text },
  ];
  const path = '/beds/{bed}/plants/{plant}';
  const { cases } = planCases(contractOf({ parameters, responses }, { method: 'get', path }));
  const malformed = cases.filter(({ description }) => /malformed percent/.test(description));
  expect(malformed.map(({ description }) => description)).toEqual([
    'The path parameter "plant" has a malformed percent-encoding.',
  ]);
  expect(malformed[0]?.request.target).toMatch(/^[^?]*%zz\?q=/);
});

test('values that can be used once, or must be unique where 409 is declared, are new in each request', () => {
  const sentValues = (schema: object, declared: object) => {
    const body = { type: 'object', required: ['a'], properties: { a: schema } };
    const contract = contractOf({ ...bodyOf(body), responses: declared });
    const { cases } = planCases(contract, { runId: 'run1' });
    const valid = cases.filter(({ kind }) => kind === 'valid data');
    return valid.map(({ request }) => JSON.parse(String(request.body)).a);
  };
  const pattern = '^[0-9a-f]{8}-[A-Z]{4}$';
  const once = sentValues({ ...text, pattern, 'x-single-use': true }, responses);
  expect(once.length).toBeGreaterThan(5);
  expect(once.filter((value) => !new RegExp(pattern).test(value))).toEqual([]);
  expect(new Set(once).size).toBeGreaterThanOrEqual(once.length - 3);
  const limited = sentValues({ ...text, maxLength: 60, 'x-single-use': true }, responses);
  expect(limited).toContainEqual(expect.stringMatching(/^.{53}-run1-\d$/));
  const conflicting = sentValues(text, { ...responses, 409: { description: 'It exists.' } });
  expect(new Set(conflicting).size).toBe(conflicting.length);
});
