import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { nodeArguments } from '../../../scripts/build/nodeArguments.ts';
import { changedSource } from '../../support/mock/changedContract.ts';
import { temporaryFile } from '../../support/mock/temporaryFiles.ts';

/** What Redocly prints about a contract, one problem a line: its line, rule and message. */
async function problemsOf(source: string, format = 'stylish'): Promise<string> {
  const file = await temporaryFile('openapi.yaml', source);
  const command = `redocly lint ${file} --format=${format} --config contract/supported.yaml`;
  const { stdout } = spawnSync(process.execPath, nodeArguments(command), { encoding: 'utf8' });
  return stdout;
}

const unsupported = `openapi: 3.1.1
info: { title: T, version: '1' }
paths:
  /a:
    get:
      operationId: a
      parameters:
        - { name: a, in: query, style: pipeDelimited, example: 1, schema: {} }
        - { name: b, in: query, example: 1, content: { application/json: { example: 1 } } }
        - { name: c, in: query, example: {}, schema: { type: object } }
        - { name: d, in: query, schema: {} }
        - { name: e, in: query, example: 1, schema: { not: { type: string } } }
        - { name: f, in: query, example: 1, schema: { maxLenght: 3 } }
        - { name: g, in: query, example: a, schema: { type: integer } }
      responses:
        '200': { description: x, headers: { A: { schema: {} } } }
        '201': { description: x, links: { l: { operationRef: '#/paths/~1b/get' } } }
        '202': { description: x, content: { application/xml: { example: a } } }
        '203': { description: x, content: { text/*: { example: a } } }
        '204': { description: x, content: { application/json: { schema: {} } } }
        '205': { description: x, content: { application/json: { example: 1, schema: { type: string } } } }
  /b:
    get: { operationId: a, responses: { default: { description: x } } }
  /c:
    servers: []
    get: { responses: { default: { description: x } } }
components:
  securitySchemes:
    a: { type: oauth2, flows: {} }
    b: { type: http, scheme: digest }
`;

test('what is not supported is an error in its line', async () => {
  const problems = await problemsOf(unsupported);
  const found = [...problems.matchAll(/^ +(\d+):\d+ +error +(\S+)/gm)];
  expect(found.map(([, line, rule]) => `${line} ${rule}`)).toEqual([
    '8 rule/parameter-serialization',
    '9 rule/parameter-serialization',
    '10 rule/parameter-objects',
    '11 rule/parameter-examples',
    '12 rule/schema-keywords',
    '13 struct',
    '14 no-invalid-parameter-examples',
    '16 rule/header-examples',
    '17 rule/links',
    '17 rule/links',
    '18 rule/media-types',
    '19 rule/media-types',
    '20 rule/body-examples',
    '21 no-invalid-media-type-examples',
    '23 operation-operationId-unique',
    '25 rule/path-servers',
    '26 operation-operationId',
    '29 rule/security-types',
    '30 rule/security-schemes',
  ]);
});

test('a typo has the name that was meant', async () => {
  expect(await problemsOf(unsupported, 'codeframe')).toContain('Did you mean: maxLength ?');
});

test('the next changes, and what is a matter of style, are no errors', async () => {
  const changes = await readFile('test/support/mock/nextChanges.yaml', 'utf8');
  const unused = changes.replace(/^ {2}examples:\n/m, '$&    unused: { value: 1 }\n');
  const source = await changedSource(unused);
  expect(await problemsOf(source)).toBe('');
});
