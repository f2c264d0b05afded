import { expect } from 'vitest';
import { journey } from '../support/browser/journey.ts';
import { states } from '../support/browser/states.ts';

journey(
  'with text of 200 %, no page scrolls sideways, and the header stays in one line with the whole name',
  async ({ context, page, visit }) => {
    const session = await context.newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    for (const state of [states.notSent, states.tryAgain]) {
      await visit(state.path(crypto.randomUUID()));
      await state.reach(page);
      for (const width of [320, 375, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const { fontSize, scrollWidth, headerHeight, hiddenName } = await page.evaluate(() => ({
          fontSize: getComputedStyle(document.documentElement).fontSize,
          scrollWidth: document.documentElement.scrollWidth,
          headerHeight: document.querySelector('header')?.offsetHeight,
          hiddenName: [...document.querySelectorAll('.logo span')].filter(
            (name) => name.scrollWidth > name.clientWidth,
          ),
        }));
        expect(fontSize).toBe('32px');
        expect({ width, scrollWidth }).toEqual({ width, scrollWidth: width });
        expect(headerHeight).toBeLessThanOrEqual(128);
        expect(hiddenName).toEqual([]);
      }
    }
    await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
    await session.detach();
  },
);
