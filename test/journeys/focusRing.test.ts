import { expect } from 'vitest';
import { contrastRatio, paintedContrast } from '../support/browser/contrast.ts';
import { tabThrough } from '../support/browser/focus.ts';
import { journey } from '../support/browser/journey.ts';
import { states } from '../support/browser/states.ts';

/** The outline and the text of a focused element, and the colours behind them. */
function describeRing(element: Element) {
  const { color, outlineStyle, outlineWidth, outlineOffset, outlineColor } =
    getComputedStyle(element);
  const backgroundOf = (it: Element | null): string => {
    const { backgroundColor } = it ? getComputedStyle(it) : { backgroundColor: '' };
    return it && /, 0\)$|transparent/.test(backgroundColor)
      ? backgroundOf(it.parentElement)
      : backgroundColor;
  };
  return {
    name: element.ariaLabel || element.id || element.textContent,
    outlineStyle,
    outlineWidth,
    outlineOffset: Number.parseFloat(outlineOffset),
    outlineColor,
    surroundings: backgroundOf(element.parentElement),
    color,
    background: backgroundOf(element),
  };
}

journey(
  'every focused element has the same outline, with a contrast of 3:1 to both of its neighbours, and legible text',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('missing-submission')}/contact`);
    await states.conflict.reach(page);
    await page.getByRole('link', { name: 'Skip to the content' }).focus();
    const rings = await tabThrough(page, describeRing);
    expect(rings.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Submit', 'message', expect.stringContaining('Close alert')]),
    );
    const insufficient = rings.filter(
      (ring) =>
        ring.outlineStyle !== 'solid' ||
        ring.outlineWidth !== '3px' ||
        // With an offset, the background is on both sides of the outline.
        ring.outlineOffset < 1 ||
        contrastRatio(ring.outlineColor, ring.surroundings) < 3 ||
        contrastRatio(ring.color, ring.background) < 4.5,
    );
    expect(insufficient).toEqual([]);
  },
);

const colorModes = [
  { name: 'light forced colours', forcedColors: 'active', colorScheme: 'light' },
  { name: 'dark forced colours', forcedColors: 'active', colorScheme: 'dark' },
  { name: 'an automatic dark theme', forcedColors: null, colorScheme: null },
] as const;

journey(
  'with forced colours or an automatic dark theme, the buttons without text and the edge of the dropdown are visible',
  async ({ context, page, visit }) => {
    const session = await context.newCDPSession(page);
    await visit('/3141592/missing-brief/contact');
    const close = page.getByRole('button', { name: 'Close alert' });
    await close.waitFor();
    for (const { name, forcedColors, colorScheme } of colorModes) {
      await page.emulateMedia({ forcedColors, colorScheme });
      if (!forcedColors) await session.send('Emulation.setAutoDarkModeOverride', { enabled: true });
      const closeContrast = await paintedContrast(close);
      await page.getByRole('button', { name: 'Advertise' }).click();
      const dropdownEdge = await page
        .getByRole('banner')
        .getByRole('list')
        .last()
        .evaluate((list) => getComputedStyle(list).borderBottomStyle);
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 375, height: 800 });
      const menuContrast = await paintedContrast(page.getByRole('button', { name: 'Menu' }));
      expect({ name, closeContrast, menuContrast, dropdownEdge }).toEqual({
        name,
        closeContrast: expect.toSatisfy((ratio: number) => ratio >= 3),
        menuContrast: expect.toSatisfy((ratio: number) => ratio >= 3),
        dropdownEdge: 'solid',
      });
      await page.setViewportSize({ width: 1280, height: 800 });
    }
    await session.detach();
  },
);
