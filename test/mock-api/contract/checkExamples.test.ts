import { expect, test } from 'vitest';
import { checkExamples } from '../../../mock-api/contract/checkExamples.ts';
import { loadContract, readContract } from '../../../mock-api/contract/loadContract.ts';
import { changedCopy } from '../../support/mockFiles.ts';
import { mockServer } from '../../support/mockServer.ts';
import { library } from './library.ts';

test('the product’s contract and the library’s have only good examples', async () => {
  expect(checkExamples(await loadContract('openapi.yaml'))).toEqual([]);
  expect(checkExamples(library)).toEqual([]);
});

const SOURCE = `openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /x:
    get:
      parameters:
        - name: q
          in: query
          schema: { type: integer }
          example: many
      responses:
        '200':
          description: D
          headers:
            X-Page: { schema: { type: integer }, example: one }
          content:
            application/json:
              schema:
                type: object
                properties:
                  a:
                    type: string
                    default: 5
              examples:
                good: { value: { a: x } }
                bad:
                  value:
                    a: [x]
components:
  responses:
    Unused:
      description: D
      content:
        text/plain: { schema: { type: string, maxLength: 2 }, example: long }
  schemas:
    Unused: { type: string, format: email, examples: [nobody] }
`;

test('every example that does not fit is named with file, line and reason', () => {
  expect(checkExamples(readContract(SOURCE, 'some.yaml')).sort()).toEqual([
    'some.yaml:10 The example "example" is not of type integer (line 9).',
    'some.yaml:15 The example "example" is not of type integer (line 15).',
    'some.yaml:23 The example "default" is not of type string (line 22).',
    'some.yaml:28 The example "bad", at a, is not of type string (line 22).',
    'some.yaml:34 The example "example" must NOT have more than 2 characters (line 34).',
    'some.yaml:36 The example "example 1" is no email (line 36).',
  ]);
});

test('the mock refuses to start on a broken example', async () => {
  const contractFile = await changedCopy('openapi.yaml', (text) =>
    text.replace('emailAddress: edith.torr@example.com', 'emailAddress: edith'),
  );
  await expect(mockServer({ contractFile })).rejects.toThrow(
    /openapi\.yaml:\d+ The example "editor", at emailAddress, is no email \(line \d+\)\.$/,
  );
});
