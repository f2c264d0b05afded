import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { basePath } from '../../client/routes.ts';
import { addStyle } from './fixtures/addStyle.ts';
import { contrastRatio } from './fixtures/contrast.ts';
import { expect } from './fixtures/expect.ts';
import { findViolations } from './fixtures/findViolations.ts';
import { journey } from './fixtures/journey.ts';
import { openState } from './fixtures/openState.ts';
import { setTextSize } from './fixtures/setTextSize.ts';
import { states } from './fixtures/states.ts';

interface Screen {
  name: keyof typeof states;
  /** A selector of the parts of the page whose accessibility trees are recorded in `screens/`. */
  parts: string;
  /** The widths at which axe checks it. It takes long; `npm run gallery` checks every state with JavaScript. */
  checkedWidths?: readonly number[];
  /** Whether a response to an input changes it, which a slow machine takes for a shift of the layout. */
  isSubmitted?: true;
  /** Whether it is one of the five that have the most side by side, in which overflow is looked for. */
  isFull?: true;
}

const screens: readonly Screen[] = [
  { name: 'slowLoading', parts: 'main' },
  { name: 'loaded', isFull: true, parts: 'body', checkedWidths: [320, 1280] },
  { name: 'menu', isFull: true, parts: 'header', checkedWidths: [320, 1280] },
  { name: 'thanked', parts: 'form', isSubmitted: true, checkedWidths: [1280] },
  {
    name: 'notSent',
    isFull: true,
    parts: 'form, section.alert-stack',
    isSubmitted: true,
    checkedWidths: [320],
  },
  { name: 'conflict', isFull: true, parts: 'form', isSubmitted: true, checkedWidths: [320] },
  { name: 'captchaBlocked', parts: 'form', isSubmitted: true, checkedWidths: [1280] },
  { name: 'index', parts: 'main' },
  {
    name: 'tryAgain',
    parts: 'main, section.alert-stack',
    checkedWidths: [1280],
  },
  { name: 'written', isFull: true, parts: 'main', checkedWidths: [320] },
  { name: 'loadError', parts: 'main' },
  { name: 'renderingError', parts: 'main' },
];

journey.for(screens)(
  '$name has the recorded tree, no violation and no shift; the fullest states have no overflow',
  async (
    { name, parts, isFull, isSubmitted, checkedWidths = [] },
    { addScript, expect: expectHere, page, takeErrors },
  ) => {
    await addScript(recordShifts);
    await page.setViewportSize({ width: 320, height: 800 });
    await openState(page, `${inject('hostUrl')}${basePath}`, states[name], name);
    // React logs the rendering error.
    if (name === 'renderingError') await takeErrors();
    if (!isSubmitted) {
      expect(await page.evaluate('totalShift()')).toBeLessThan(name === 'loaded' ? 0.01 : 0.05);
    }

    const areas = await page.locator(parts).all();
    const trees = await Promise.all(areas.map((area) => area.ariaSnapshot()));
    const tree = trees.join('\n').replaceAll(/Sent at [\d:]+ [AP]M/g, 'Sent at 10:42 PM');
    await expectHere(`${tree}\n`).toMatchFileSnapshot(`screens/${name}.yaml`);
    for (const width of checkedWidths) {
      await page.setViewportSize({ width, height: 800 });
      expect(await findViolations(page), `${width} px`).toEqual([]);
    }
    if (!isFull) return;

    await addStyle(page, wideFont);
    for (const textSize of [16, 32]) {
      expect(await findOverflow(page, textSize), `text of ${textSize} px`).toEqual([]);
    }
    await setTextSize(page, 16);
  },
);

/** Opens a page with kept texts and alerts, in which Tab has the most to go through. */
async function openWalk(page: Page) {
  await openState(page, `${inject('hostUrl')}${basePath}`, states.conflict, 'walk');
}

journey('what Tab and Shift+Tab reach has a focus ring that stands out', async ({ page }) => {
  await openWalk(page);
  const rings = (await walkThrough(page, { width: 1280, height: 800 })).filter(
    ({ outline, outlineColor, around, color, background }) =>
      // With an offset, the background is on both sides of the outline.
      !/^solid 3px [1-9]/.test(outline) ||
      contrastRatio(outlineColor, around) < 3 ||
      contrastRatio(color, background) < 4.5,
  );
  expect(rings).toEqual([]);
});

journey.for([
  // 1280 × 1024 px at a zoom of 400 %.
  { width: 320, height: 256, textSize: 16 },
  { width: 1280, height: 400, textSize: 32 },
])(
  'what Tab and Shift+Tab reach at $width × $height px is in view, and does not begin under the header',
  async ({ width, height, textSize }, { page }) => {
    await openWalk(page);
    await setTextSize(page, textSize);
    const stops = await walkThrough(page, { width, height });
    await setTextSize(page, 16);
    expect(stops.filter(({ isVisible, isUnderHeader }) => !isVisible || isUnderHeader)).toEqual([]);
  },
);

/** Runs in the page. Shifts within 500 ms of an input are expected by the person and do not count. */
function recordShifts() {
  let sum = 0;
  const observer = new PerformanceObserver((list) => record(list.getEntries()));
  const record = (entries: PerformanceEntryList) => {
    for (const entry of entries as unknown as { value: number; hadRecentInput: boolean }[]) {
      if (!entry.hadRecentInput) sum += entry.value;
    }
  };
  observer.observe({ type: 'layout-shift', buffered: true });
  Object.assign(globalThis, {
    /** The sum of all shifts after the layout of the current frame. */
    async totalShift() {
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      record(observer.takeRecords());
      return sum;
    },
  });
}

/** Shows all texts in a font that is wider than most, so that what fits in it also fits in the usual one. */
const wideFont = '* { font-family: "DejaVu Sans", Verdana !important }';

/** The widths at which the page scrolls sideways, the header has two lines or the name in it is cut. */
async function findOverflow(page: Page, textSize: number): Promise<number[]> {
  await setTextSize(page, textSize);
  const found: number[] = [];
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const fits = await page.evaluate((size) => {
      const { scrollWidth } = document.documentElement;
      const name = document.querySelector('.logo span');
      return (
        getComputedStyle(document.documentElement).fontSize === `${size}px` &&
        scrollWidth === innerWidth &&
        name?.scrollWidth === name?.clientWidth
      );
    }, textSize);
    if (!fits) found.push(width);
  }
  return found;
}

/**
 * Presses Tab from the skip link to the end of the page, in the order of the document, and Shift+Tab back. Describes
 * each focused element.
 */
async function walkThrough(page: Page, windowSize: { width: number; height: number }) {
  await page.setViewportSize(windowSize);
  // The page makes room for its alerts in the next frame.
  const room = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollPadding);
  await expect.poll(room).not.toMatch(/ 8px$/);
  const focusable = page
    .locator('a, button:enabled, input, textarea, summary')
    .filter({ visible: true });
  const names = await focusable.evaluateAll((all) => all.map((it) => it.id || it.textContent));
  expect(names.length).toBeGreaterThan(15);
  await page.getByRole('link', { name: 'Skip to the content' }).focus();
  const stops: Stop[] = [];
  for (const key of ['Tab', 'Shift+Tab']) {
    for (const _ of names.slice(1)) {
      await page.keyboard.press(key);
      stops.push(await page.evaluate(describeStop));
    }
  }
  const back = names.slice(0, -1).reverse();
  expect(stops.map(({ name }) => name)).toEqual([...names.slice(1), ...back]);
  return stops;
}

type Stop = ReturnType<typeof describeStop>;

/**
 * Runs in the page. Describes the focused element: whether any part of it can be seen, whether it begins under the
 * header although it fits between header and alerts, its outline and its colours.
 */
function describeStop() {
  const element = document.activeElement ?? document.body;
  const header = document.querySelector('header') as HTMLElement;
  const { left, right, top, bottom, height } = element.getBoundingClientRect();
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const padding = Number.parseFloat(scrollPaddingTop) + Number.parseFloat(scrollPaddingBottom);
  const fits = height <= innerHeight - padding;
  const start = document.elementFromPoint(left + 4, top + 4);
  const isVisible = [left + 3, (left + right) / 2, right - 3].some((x) =>
    [top + 3, (top + bottom) / 2, bottom - 3].some((y) =>
      element.contains(document.elementFromPoint(x, y)),
    ),
  );
  const backgroundOf = (it: Element | null): string => {
    const { backgroundColor } = it ? getComputedStyle(it) : { backgroundColor: '' };
    return it && /, 0\)$|transparent/.test(backgroundColor)
      ? backgroundOf(it.parentElement)
      : backgroundColor;
  };
  const { color, outlineStyle, outlineWidth, outlineOffset, outlineColor } =
    getComputedStyle(element);
  return {
    name: element.id || element.textContent,
    isVisible,
    isUnderHeader: fits && !header.contains(element) && (!start || header.contains(start)),
    outline: `${outlineStyle} ${outlineWidth} ${outlineOffset}`,
    outlineColor,
    around: backgroundOf(element.parentElement),
    color,
    background: backgroundOf(element),
  };
}
