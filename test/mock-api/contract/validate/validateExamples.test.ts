import { expect, onTestFinished, test, vi } from 'vitest';
import { loadContract, parseContract } from '../../../../mock-api/contract/load/loadContract.ts';
import { validateExamples } from '../../../../mock-api/contract/validate/validateExamples.ts';
import { getBrief, startTestMock } from '../../../support/mock/startTestMock.ts';
import { copyWithChange } from '../../../support/mock/temporaryFiles.ts';

test('every example of openapi.yaml is valid', async () => {
  const contract = await loadContract('openapi.yaml');
  expect([...contract.warnings, ...validateExamples(contract)]).toEqual([]);
});

const contractSource = `openapi: 3.1.0
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
              schema: { type: object, properties: { a: { type: string } } }
              examples:
                good: { value: { a: x } }
                bad:
                  value:
                    a: [x]
`;

test('every invalid example is reported with file, line and reason', () => {
  expect(validateExamples(parseContract(contractSource, 'some.yaml')).sort()).toEqual([
    'some.yaml:10 The example "example" must be of type integer (schema: line 9).',
    'some.yaml:15 The example "example" must be of type integer (schema: line 15).',
    'some.yaml:23 At "a", the example "bad" must be of type string (schema: line 18).',
  ]);
});

test('the mock warns about an invalid example and does not use it', async () => {
  const contractFile = await copyWithChange('openapi.yaml', (text) =>
    text.replace('fullName: The Daily Harvest', 'fullName: 7'),
  );
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const { url } = await startTestMock({ contractFile });
  expect(warn.mock.calls.flat()).toEqual([
    expect.stringMatching(
      /^Warning: .*openapi\.yaml:\d+ At "fullName", the example "daily" must be of type string \(schema: line \d+\)\.$/,
    ),
  ]);
  const response = await getBrief({ url }, 'daily-harvest');
  expect(await response.json()).toMatchObject({ fullName: expect.any(String) });
});
