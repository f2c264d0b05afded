import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { patternNames } from '../../mock-api/checks/parsePattern.ts';
import { findExample, guide } from '../guide.ts';
import { copyWithChange } from '../temporaryFiles.ts';
import { getBrief, startTestMock } from './fixtures/startTestMock.ts';

test('the scenario of the guide works', async () => {
  const scenario = findExample('Write a scenario', 'yaml');
  const dataFile = await copyWithChange('mock-api/data.yaml', (text) =>
    text.replace(/^scenarios:\n/m, scenario),
  );
  const { url } = await startTestMock({ dataFile });
  const first = await getBrief({ url }, 'maintenance-brief.anna');
  expect(await first.json()).toEqual({ message: 'Back soon' });
  for (const status of [503, 200]) {
    expect((await getBrief({ url }, 'maintenance-brief.anna')).status).toBe(status);
  }
});

test('every request of the guide exists', async () => {
  const { url } = await startTestMock();
  for (const [, method = '', path] of guide.matchAll(/`(GET|POST) (\/mock\/[^?`]+)/g)) {
    const response = await fetch(`${url}${path}?timeout=1`, { method });
    expect(await response.text(), path).not.toMatch(/There is no (GET|POST) /);
  }
});

test('every property of a scenario and every member of a pattern is in the guide', async () => {
  const { $defs } = JSON.parse(readFileSync('mock-api/data.schema.json', 'utf8'));
  for (const { properties } of [$defs.scenario, $defs.step]) {
    for (const name of Object.keys(properties)) expect(guide).toContain(`\`${name}\``);
  }
  expect(patternNames).toContain('body');
  for (const name of patternNames) expect(guide).toContain(`\`${name}\``);
});
