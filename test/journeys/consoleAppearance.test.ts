import { readFile, writeFile } from 'node:fs/promises';
import axe from 'axe-core';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { journey as test } from '../support/browser/journey.ts';
import { mockConsole, visibleText } from '../support/browser/mockConsole.ts';
import {
  briefsPath,
  postJson,
  startTestMock,
  submission,
  submitPath,
} from '../support/mock/startTestMock.ts';
import { copyWithChange } from '../support/mock/temporaryFiles.ts';

describe('at every width', () => {
  for (const width of [320, 768, 1280]) {
    test(`${width} px: nothing overflows, and axe finds no violation`, async ({ page }) => {
      const { url } = await startTestMock();
      await page.setViewportSize({ width, height: 900 });
      const console = mockConsole(page);
      await console.open(url);
      await postJson(
        url + submitPath,
        submission({ text: 'x'.repeat(600), briefId: 'b'.repeat(100) }),
      );
      await fetch(`${url}${briefsPath}/stack-trace-brief`);
      await console.entries.nth(1).waitFor();
      for (const summary of await page.locator('summary').all()) await summary.click();
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(overflow).toBe(0);

      // The console's content security policy forbids injecting the script as an element.
      const session = await page.context().newCDPSession(page);
      await session.send('Runtime.evaluate', { expression: axe.source });
      const { result } = await session.send('Runtime.evaluate', {
        expression:
          'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html))',
        awaitPromise: true,
        returnByValue: true,
      });
      expect(result.value).toEqual([]);
    });
  }
});

test('an invalid data file is reported in the console until it is fixed', async ({ page }) => {
  const logged = vi.spyOn(globalThis.console, 'error').mockImplementation(() => {});
  onTestFinished(() => logged.mockRestore());
  const dataFile = await copyWithChange('mock-api/data.yaml', (text) => `${text}\n`);
  const { url } = await startTestMock({ dataFile });
  const console = mockConsole(page);
  await console.open(url);
  const valid = await readFile(dataFile, 'utf8');
  await writeFile(dataFile, valid.replace('daily-harvest: {}', 'daily-harvest: { fullName: 7 }'));
  await expect
    .poll(() => visibleText(console.problems))
    .toMatch(
      /The previous version stays in use\.\s+\S+:\d+ "daily-harvest", fullName, must be of type string\./,
    );
  await writeFile(dataFile, valid);
  await expect.poll(() => visibleText(console.problems)).toBe('');
});
