import { chromium } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { launchOptions } from '../support/browser/launchChromium.ts';
import { getBrief } from '../support/mock/startTestMock.ts';

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
    ['/mock/journal?name=private', 'GET'],
    ['/mock/reset?name=private', 'POST'],
  ] as const) {
    const { status, text } = await call(target);
    expect(status).toBe(403);
    expect(text).not.toContain('daily-harvest');
  }
});
