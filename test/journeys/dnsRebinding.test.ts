import { request } from 'node:http';
import { chromium } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { launchOptions } from '../support/browser/launchChromium.ts';
import { getBrief } from '../support/mock/startTestMock.ts';

/** Sends a request to the host of the product, as if it had another name. */
function send(method: string, path: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(inject('hostUrl') + path, { method, headers: { Host: host } }, (response) =>
      resolve(response.resume().statusCode),
    )
      .once('error', reject)
      .end();
  });
}

test('a page whose name resolves to this machine cannot read or reset the journal', async () => {
  const { executablePath, args } = launchOptions();
  const rules = '--host-resolver-rules=MAP attacker.example 127.0.0.1';
  const browser = await chromium.launch({ executablePath, args: [...args, rules] });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const { port } = new URL(inject('hostUrl'));
  await page.goto(`http://attacker.example:${port}/app/subscriber-feedback/`);
  const call = ([path, method]: readonly [string, string]) =>
    page.evaluate(
      async ({ path, method }) => {
        const headers = { 'X-Forwarded-Host': 'localhost' };
        const response = await fetch(path, { method, headers });
        return { status: response.status, text: await response.text() };
      },
      { path, method },
    );
  await getBrief({ url: inject('hostUrl') }, 'daily-harvest.private');
  for (const target of [
    ['/mock/journal?suffix=private', 'GET'],
    ['/mock/reset?suffix=private', 'POST'],
  ] as const) {
    const { status, text } = await call(target);
    expect(status).toBe(403);
    expect(text).not.toContain('daily-harvest');
  }
});

test.each([
  ['attacker.example', 403],
  ['192.168.0.7:3000', 200],
  ['[fe80::1]:3000', 200],
  ['phone-test.local:3000', 200],
])('the console of the product at %s responds with %i', async (host, status) => {
  expect(await send('GET', '/mock/', host)).toBe(status);
  expect(await send('GET', '/mock/captcha/enterprise.js', host)).toBe(status);
  expect(await send('POST', '/mock/reset?suffix=nobody', host)).toBe(status);
});
