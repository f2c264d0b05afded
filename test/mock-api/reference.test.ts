import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { sharedMock } from '../support/mockServer.ts';

const mock = sharedMock();

test('the contract can be had as it stands in the file', async () => {
  const answer = await fetch(`${mock().url}/mock/openapi.yaml`);
  expect(answer.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
  expect(await answer.text()).toBe(await readFile('openapi.yaml', 'utf8'));
});

test('and as JSON', async () => {
  const answer = await fetch(`${mock().url}/mock/openapi.json`);
  expect(answer.headers.get('content-type')).toContain('application/json');
  expect(await answer.json()).toEqual(parse(await readFile('openapi.yaml', 'utf8')));
});

test('the reference needs nothing from elsewhere', async () => {
  const answer = await fetch(`${mock().url}/mock/docs`);
  const page = await answer.text();
  const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(
    ([, address = '']) => address,
  );
  expect(addresses.length).toBeGreaterThan(3);
  for (const address of addresses.filter((text) => !text.startsWith('data:'))) {
    expect((await fetch(new URL(address, mock().url))).status, address).toBe(200);
    expect(address).toMatch(/^\/mock\/docs\//);
  }
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('of the library nothing is served but what the page needs', async () => {
  for (const file of ['package.json', 'index.html', '..%2fpackage.json', 'swagger-ui.js.map']) {
    expect((await fetch(`${mock().url}/mock/docs/${file}`)).status, file).toBe(404);
  }
});
