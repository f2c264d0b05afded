import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { shareTestMock } from '../support/mock/startTestMock.ts';

const sharedMock = shareTestMock();

test('the contract is served byte for byte', async () => {
  const response = await fetch(`${sharedMock().url}/mock/openapi.yaml`);
  expect(response.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
  expect(await response.text()).toBe(await readFile('openapi.yaml', 'utf8'));
});

test('the contract is served as JSON', async () => {
  const response = await fetch(`${sharedMock().url}/mock/openapi.json`);
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(await response.json()).toEqual(parse(await readFile('openapi.yaml', 'utf8')));
});

test('the console loads nothing from other origins', async () => {
  const response = await fetch(`${sharedMock().url}/mock/`);
  const page = await response.text();
  const urls = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url);
  expect(urls.length).toBeGreaterThan(3);
  for (const url of urls.filter((text) => !text.startsWith('data:'))) {
    expect((await fetch(new URL(url, sharedMock().url))).status, url).toBe(200);
    expect(url).toMatch(/^\/mock\//);
  }
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test.each([
  ['/mock/', "'none'"],
  ['/mock/captcha/bframe', '*'],
])('%s may be in a frame of %s', async (path, ancestors) => {
  const { headers } = await fetch(sharedMock().url + path);
  expect(headers.get('content-security-policy')).toBe(
    `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}`,
  );
});
