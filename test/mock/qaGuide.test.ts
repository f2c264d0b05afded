import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { patternNames } from '../../mock-api/checks/parsePattern.ts';
import { findExample, guide } from '../guide.ts';
import { copyWithChange } from '../temporaryFiles.ts';
import { startTestMock } from './fixtures/startTestMock.ts';

test('the scenario of the guide works', async () => {
  const scenario = findExample('Write a scenario', 'yaml');
  const dataFile = await copyWithChange('mock-api/data.yaml', (text) =>
    text.replace(/^scenarios:\n/m, scenario),
  );
  const { getBrief } = await startTestMock({ dataFile });
  expect((await getBrief('maintenance-brief.anna')).body).toEqual({ message: 'Back soon' });
  for (const status of [503, 200]) await getBrief('maintenance-brief.anna').expect(status);
});

test('every request of the guide exists', async () => {
  const { http } = await startTestMock();
  for (const [, method = '', path = ''] of guide.matchAll(/`(GET|POST) (\/mock\/[^?`]+)/g)) {
    const { text } = await (method === 'GET' ? http.get(path) : http.post(`${path}?timeout=1`));
    expect(text, path).not.toMatch(/There is no (GET|POST) /);
  }
});

test('every property of a scenario and every member of a pattern is in the guide', () => {
  const { $defs } = JSON.parse(readFileSync('mock-api/data.schema.json', 'utf8'));
  const properties = [$defs.scenario, $defs.step].flatMap((one) => Object.keys(one.properties));
  const missing = [...properties, ...patternNames].filter((name) => !guide.includes(`\`${name}\``));
  expect(missing).toEqual([]);
  expect(patternNames).toContain('body');
});
