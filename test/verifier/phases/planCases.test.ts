import { expect, test } from 'vitest';
import { planCases } from '../../../verifier/phases/planCases.ts';
import { bodyOf, contractOf } from '../../support/oneOperation.ts';
import { referenceContract } from '../../support/verifier/runVerifier.ts';

const text = { type: 'string' };
const responses = { 200: { description: 'Success.' }, 400: { description: 'Invalid.' } };

/** A contract with one operation, whose request body has a schema. */
const contractWithBody = (schema: object, type?: string) =>
  contractOf({ ...bodyOf(schema, type), responses });

/** A contract with one read, whose parameters are in its path. */
const contractWithPath = (path: string, schema: object) => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const parameters = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    example: 'a',
    schema,
  }));
  return contractOf({ parameters, responses }, { method: 'get', path });
};

test('the plan is the same in every run', () => {
  const [first, second] = [planCases(referenceContract), planCases(referenceContract)].map(
    ({ cases }) => cases.map(({ operation, ...rest }) => [operation.id, rest]),
  );
  expect(first).toEqual(second);
});

test('wrong types are discarded where a form cannot represent them', () => {
  const properties = { a: text, n: { type: 'integer' } };
  const form = 'application/x-www-form-urlencoded';
  const contract = contractWithBody({ type: 'object', required: ['a'], properties }, form);
  const { cases } = planCases(contract, { phases: new Set(['coverage']) });
  const invalid = cases.filter(({ kind }) => kind === 'invalid data');
  const descriptions = invalid.map(({ description }) => description);
  expect(descriptions.filter((it) => it.includes('"a"'))).toEqual([`The body's "a" is missing.`]);
  expect(descriptions).toContain(`The body's "n" is a string.`);
});

const targetsOf = (path: string, schema: object) =>
  planCases(contractWithPath(path, schema)).cases.map(({ request }) => request.target);

test('no path has a dot segment', () => {
  const targets = targetsOf('/things/{id}', { enum: ['a', '..', '.'] });
  expect(targets).toContain('/things/a');
  expect(targets.filter((target) => /\/\.{1,2}(\/|$)/.test(target))).toEqual([]);
});

test('no path and no body is longer than servers accept', () => {
  const long = { ...text, maxLength: 150_000 };
  const lengths = targetsOf('/{id}', long).map((target) => target.length);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(8000);
  const { cases } = planCases(contractWithBody(long));
  const sizes = cases.map(({ request }) => request.body?.length ?? 0);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(64 * 1024);
});

test('only the last segment of a path is malformed', () => {
  const targets = targetsOf('/beds/{bed}/plants/{plant}', { ...text, pattern: '^[a-z]+$' });
  const malformed = targets.filter((target) => /^[^?]*%zz$/.test(target));
  expect(malformed).toEqual(['/beds/a/plants/a%zz']);
});

test('invalid data is skipped if no status rejects it, but its sender or its format', () => {
  const statuses = ['204', '401', '403', '405', '413', '415'];
  const declared = statuses.map((status) => [status, { description: 'D' }]);
  const operation = { ...bodyOf(text), responses: Object.fromEntries(declared) };
  const { cases, skipped } = planCases(contractOf(operation));
  expect(cases.filter(({ kind }) => kind === 'invalid data')).toEqual([]);
  expect(skipped.map(({ description }) => description)).toContain('The body is missing.');
});

test('no integer is planned that many languages cannot represent', () => {
  const { cases } = planCases(contractWithBody({ type: 'integer' }));
  const valid = cases.filter(({ kind }) => kind === 'valid data');
  const sent = valid.map(({ request }) => Number(String(request.body)));
  expect(Math.max(...sent)).toBe(Number.MAX_SAFE_INTEGER);
});

test('values that can be used once, or must be unique where 409 is declared, are new each time', () => {
  const sentValues = (schema: object, declared: object) => {
    const body = { type: 'object', required: ['a'], properties: { a: schema } };
    const contract = contractOf({ ...bodyOf(body), responses: declared });
    const { cases } = planCases(contract, { runId: 'run1' });
    const valid = cases.filter(({ kind }) => kind === 'valid data');
    return valid.map(({ request }) => JSON.parse(String(request.body)).a);
  };
  const once = sentValues({ ...text, 'x-single-use': true }, responses);
  expect(once.length).toBeGreaterThan(5);
  expect(new Set(once).size).toBe(once.length);
  const limited = sentValues({ ...text, maxLength: 60, 'x-single-use': true }, responses);
  expect(limited).toContainEqual(expect.stringMatching(/^.{53}-run1-\d$/));
  const conflicting = sentValues(text, { ...responses, 409: { description: 'It exists.' } });
  expect(new Set(conflicting).size).toBe(conflicting.length);
});
