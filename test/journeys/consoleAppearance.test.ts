import { expect } from 'vitest';
import { contrastRatio } from '../support/browser/contrast.ts';
import { findViolations } from '../support/browser/findViolations.ts';
import { journey as test } from '../support/browser/journey.ts';
import { mockConsole } from '../support/browser/mockConsole.ts';
import {
  getBrief,
  postJson,
  shareTestMock,
  submission,
  submitPath,
} from '../support/mock/startTestMock.ts';
import { longTestTimeoutMs } from '../support/timeouts.ts';

const mock = shareTestMock();

test(
  'in both colour schemes and at every width, no view overflows, borders can be seen, and axe finds no violation',
  async ({ page, context }) => {
    const { url, journal } = mock();
    const invalid = submission({ text: 'x'.repeat(600), briefId: 'b'.repeat(100) });
    await postJson(url + submitPath, invalid);
    await getBrief({ url }, 'stack-trace-brief.anna');
    const aborted = { at: new Date().toISOString(), method: 'GET', path: '/aborted' };
    journal.add(aborted).update({ outcome: 'client aborted', durationMs: 12_345 });
    const id = journal.list()[0]?.id;
    const views = [
      'view=scenarios&group=all&name=a/b',
      'view=requests',
      ...['overview', 'request', 'violations'].map((tab) => `entry=${id}&tab=${tab}`),
      'view=coverage&response=getBrief 500',
      'view=contract&line=3',
    ];
    const console = mockConsole(page);
    const session = await context.newCDPSession(page);
    const header = page.getByRole('banner');
    const overflow = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
    for (const view of views) {
      await console.open(url, view);
      await page.getByRole('heading', { level: 2 }).waitFor({ state: 'attached' });
      await console.suffix.focus();
      expect(await page.evaluate('getComputedStyle(document.activeElement).outline')).toMatch(
        /3px/,
      );
      await console.suffix.blur();
      if (view === 'view=requests') await console.filter.press('ArrowDown');
      for (const [width, colorScheme] of [
        [320, 'light'],
        [1280, 'dark'],
        [768, 'light'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        expect({ view, width, overflow: await overflow() }).toEqual({ view, width, overflow: 0 });
        const border = await console.suffix.evaluate(
          (field) => getComputedStyle(field).borderColor,
        );
        const background = await header.evaluate((bar) => getComputedStyle(bar).backgroundColor);
        expect(contrastRatio(border, background)).toBeGreaterThanOrEqual(3);
        const status = page.getByText('client aborted');
        if (view === 'view=requests') {
          expect(await status.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
        }
        if (width !== 768) expect(await findViolations(page), `${view} ${width}`).toEqual([]);
      }
      await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
      await page.setViewportSize({ width: 320, height: 900 });
      expect({ view, overflow: await overflow() }).toEqual({ view, overflow: 0 });
      await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
    }
  },
  longTestTimeoutMs,
);
