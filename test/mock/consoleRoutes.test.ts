import { expect, test } from 'vitest';
import { shareTestMock } from './fixtures/startTestMock.ts';

const mock = shareTestMock();

test.each([
  ['/mock/', "'none'"],
  ['/mock/captcha/bframe', '*'],
])('%s loads only what the mock serves, and may be in a frame of %s', async (path, ancestors) => {
  const response = await fetch(mock().url + path);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-security-policy')).toBe(
    `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}`,
  );
  const urls = [...(await response.text()).matchAll(/(?:src|href)="((?!data:)[^"]+)"/g)];
  expect(urls).not.toEqual([]);
  for (const [, url = ''] of urls) {
    expect((await fetch(new URL(url, mock().url + path))).status, url).toBe(200);
  }
});

test('the links to pages lead to the origin of the host, if it has forwarded the request', async () => {
  const url = `${mock().url}/mock/console.json?name=anna`;
  const { groups } = await (
    await fetch(url, { headers: { 'X-Forwarded-Host': 'localhost:3000' } })
  ).json();
  const path = '/app/subscriber-feedback/3141592/daily-harvest.anna/contact';
  expect(groups[0].scenarios[0].pageUrl).toBe(path);
});
