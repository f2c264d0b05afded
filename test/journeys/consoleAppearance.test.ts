import { readFile, writeFile } from 'node:fs/promises';
import axe from 'axe-core';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { journey as test } from '../support/journey.ts';
import { mockConsole, shownAt } from '../support/mockConsole.ts';
import { changedCopy } from '../support/mockFiles.ts';
import { BRIEFS, mockServer, postJson, SUBMIT, submission } from '../support/mockServer.ts';

describe('at every width', () => {
  for (const width of [320, 768, 1280]) {
    test(`${width} px: nothing is cut off, and axe finds no fault`, async ({ page }) => {
      const { url } = await mockServer();
      await page.setViewportSize({ width, height: 900 });
      const console = mockConsole(page);
      await console.open(url);
      await postJson(url + SUBMIT, submission({ text: 'x'.repeat(600), briefId: 'b'.repeat(100) }));
      await fetch(`${url}${BRIEFS}/stack-trace-brief`);
      await console.entries.nth(1).waitFor();
      for (const summary of await page.locator('summary').all()) await summary.click();
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(overflow).toBe(0);

      // The page's own policy forbids eval, which axe is put in by.
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

test('a broken data file is told in the console until it is mended', async ({ page }) => {
  const silenced = vi.spyOn(globalThis.console, 'error').mockImplementation(() => {});
  onTestFinished(() => silenced.mockRestore());
  const dataFile = await changedCopy('mock-api/data.yaml', (text) => `${text}\n`);
  const { url } = await mockServer({ dataFile });
  const console = mockConsole(page);
  await console.open(url);
  const good = await readFile(dataFile, 'utf8');
  await writeFile(dataFile, good.replace('fullName: The Daily Harvest', ''));
  await expect
    .poll(() => shownAt(console.faults), { timeout: 5000 })
    .toMatch(/The old version stays in use\.\s+\S+:\d+ "daily-harvest" lacks "fullName"\./);
  await writeFile(dataFile, good);
  await expect.poll(() => shownAt(console.faults), { timeout: 5000 }).toBe('');
});
