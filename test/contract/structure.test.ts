import { expect, test, vi } from 'vitest';
import { ContractError, loadContract, parseContract } from '#contract';
import { temporaryFile } from '../temporaryFiles.ts';

/** The problems of a contract with these lines after the first one. */
function problemsOf(lines: string): readonly string[] {
  try {
    parseContract(`openapi: 3.1.1\n${lines}`, 'a.yaml');
    return [];
  } catch (error) {
    if (error instanceof ContractError) return error.problems;
    throw error;
  }
}

test('all that is not supported is listed with its line', () => {
  const source = `info: { title: T, version: 1.0 }
webhooks: {}
paths:
  /a:
    servers: []
    get:
      callbacks: {}
      parameters:
        - { name: q, in: query, required: yes, style: form, x-own: 1 }
        - $ref: '#/components/parameters/p'
      responses:
        '2O4': {}
        200: { links: { l: { operationRef: '#/paths/~1b/get' } } }
        4XX: { content: { text/plain: { encoding: {}, examples: { e: { externalValue: /e } } } } }
        default: { headers: { H: { explode: true, schema: { not: { type: string } } } } }
  b: { x-own: 1 }
components:
  parameters: { p: { name: p, in: query, description: 5 } }
  schemas: { Record: true, A: { properties: { 'Record': { if: true, additionalProperties: false } } } }`;
  const unsupported = 'is not supported here';
  expect(problemsOf(source).map((it) => it.replace(/; expected [$\w, -]*\.$/, ''))).toEqual([
    `a.yaml:3 "webhooks" ${unsupported}`,
    'a.yaml:2 "version" must be of type string, got 1.',
    `a.yaml:17 "b" ${unsupported}; expected a path that begins with "/", with variables between slashes and without a query.`,
    `a.yaml:6 "servers" ${unsupported}`,
    `a.yaml:8 "callbacks" ${unsupported}`,
    `a.yaml:10 "style" ${unsupported}`,
    'a.yaml:10 "required" must be of type boolean, got "yes".',
    `a.yaml:13 "2O4" ${unsupported}`,
    `a.yaml:14 "operationRef" ${unsupported}`,
    `a.yaml:15 "encoding" ${unsupported}`,
    `a.yaml:15 "externalValue" ${unsupported}`,
    `a.yaml:16 "explode" ${unsupported}`,
    `a.yaml:16 "not" ${unsupported}`,
    `a.yaml:20 "Record" ${unsupported}`,
    `a.yaml:20 "if" ${unsupported}`,
    'a.yaml:19 "description" must be of type string, got 5.',
  ]);
});

const id = '{ name: id, in: path, schema: { type: string } }';

test.each(
  Object.entries({
    'The operationId "a" occurs twice.':
      'paths: { /a: { get: { operationId: a }, put: { operationId: a } } }',
    'The path is the same as "/{id}".': `paths:
      /{id}: { get: { parameters: [${id}] } }
      /{key}: { get: { parameters: [{ name: key, in: path }] } }`,
    'The path has {id}, which is not declared as a parameter.': 'paths: { "/{id}": { get: {} } }',
    'The path "/a" has no {id}.': `paths: { /a: { get: { parameters: [${id}] } } }`,
    'The parameter "id" is declared twice.': `paths: { '/{id}': { get: { parameters: [${id}, ${id}] } } }`,
    '"in" must be path, query, header or cookie, got "body".':
      'paths: { /a: { get: { parameters: [{ name: a, in: body }] } } }',
    '"name" is missing.': 'paths: { /a: { get: { parameters: [{ in: query }] } } }',
  }),
)('a contract is rejected: %s', (problem, source) => {
  expect(problemsOf(source)[0]?.replace(/^a\.yaml:\d+ /, '')).toBe(problem);
});

/** The problems of the schemas A and B, in the lines 4 and 5. */
function problemsOfSchemas(a: string, b = 'true'): readonly string[] {
  const schemas = `\n  schemas: { A: ${a},\n    B: ${b} }`.replaceAll(
    /\*(\w)/g,
    "{ $ref: '#/components/schemas/$1' }",
  );
  const body = "{ application/json: { schema: { $ref: '#/components/schemas/A' } } }";
  const paths = `{ /a: { post: { requestBody: { content: ${body} } } } }`;
  return problemsOf(`paths: ${paths}\ncomponents:${schemas}`);
}

test.each([
  { a: '{ allOf: [*A] }', line: 4 },
  { a: '{ items: *A }', line: 4 },
  { a: '{ properties: { b: *B } }', b: '{ anyOf: [{ oneOf: [*B] }] }', line: 5 },
  { a: '{ allOf: [*B] }', b: '{ allOf: [*A] }', line: 4 },
])('a schema that contains itself is rejected with its line: $a, $b', ({ a, b, line }) => {
  expect(problemsOfSchemas(a, b)).toEqual([
    `a.yaml:${line} The schema contains itself in a list or a choice; put it into a property.`,
  ]);
});

test('a schema may contain itself in a property', () => {
  expect(problemsOfSchemas('{ properties: { a: { anyOf: [*A, { type: "null" }] } } }')).toEqual([]);
});

test('a format that JSON Schema does not have is a warning with its line', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const format = 'components: { schemas: { A: { format: date }, B: { format: colour } } }';
  const file = await temporaryFile('a.yaml', `openapi: 3.1.1\n${format}`);
  await loadContract(file);
  expect(warn.mock.calls).toEqual([
    [`${file}:2 Warning: JSON Schema has no format "colour", so it is not validated.`],
  ]);
  warn.mockRestore();
});
