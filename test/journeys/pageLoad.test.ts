import { expect, inject } from 'vitest';
import { basePath } from '../../client/routes.ts';
import { feedbackPage, holdRequests } from '../support/browser/feedbackPage.ts';
import { isolatedJourney, journey } from '../support/browser/journey.ts';
import { openState } from '../support/browser/openState.ts';
import { states } from '../support/browser/states.ts';

/** Every flow of a subscriber through the page, from a new page load. */
const flows = [
  'slowLoading',
  'loaded',
  'specialSubscriber',
  'fullField',
  'captchaBlocked',
  'thanked',
  'notSent',
  'conflict',
  'tryAgain',
] as const satisfies (keyof typeof states)[];

for (const width of [320, 1280]) {
  isolatedJourney(
    `the layout shifts by less than 0.05 in each of nine flows at ${width} px`,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.addInitScript(recordShifts);
      const shifts: Record<string, number> = {};
      for (const flow of flows) {
        await openState(page, `${inject('hostUrl')}${basePath}`, states[flow], `shift-${width}`);
        shifts[flow] = await page.evaluate('totalShift()');
      }
      const tooLarge = Object.entries(shifts).filter(([, shift]) => shift >= 0.05);
      expect(tooLarge).toEqual([]);
      expect(shifts.loaded).toBeLessThan(0.01);
    },
  );
}

/** Runs in the page. Shifts within 500 ms of an input are expected by the person and do not count. */
function recordShifts() {
  const shifts: number[] = [];
  const observer = new PerformanceObserver((list) => record(list.getEntries()));
  const record = (entries: PerformanceEntryList) => {
    for (const entry of entries as unknown as { value: number; hadRecentInput: boolean }[]) {
      if (!entry.hadRecentInput) shifts.push(entry.value);
    }
  };
  observer.observe({ type: 'layout-shift', buffered: true });
  Object.assign(globalThis, {
    /** The sum of all shifts after the layout of the current frame. */
    async totalShift() {
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      record(observer.takeRecords());
      return shifts.reduce((sum, it) => sum + it, 0);
    },
  });
}

journey('the title of the page names it before the script runs', async () => {
  const response = await fetch(`${inject('hostUrl')}${basePath}/3141592/daily-harvest/contact`);
  expect(await response.text()).toContain('<title>Feedback | Briefly</title>');
});

journey(
  'without JavaScript, the page says that it needs it, shows no button that does nothing and another way to write',
  async ({ browser, page, visit }) => {
    await visit('/');
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plainPage = await context.newPage();
    await plainPage.goto(`${page.url()}3141592/daily-harvest/contact`);
    expect(await feedbackPage(plainPage).heading.textContent()).toMatch(
      /^This page needs JavaScript/,
    );
    expect(await plainPage.getByText('Loading...').isVisible()).toBe(false);
    expect(await plainPage.getByRole('contentinfo').count()).toBe(1);
    const contact = plainPage.getByRole('link', { name: 'Contact Briefly' });
    expect(await contact.getAttribute('href')).toBe('https://www.example.com/contact-us');
    for (const width of [375, 1280]) {
      await plainPage.setViewportSize({ width, height: 640 });
      expect(await plainPage.getByRole('button').count()).toBe(0);
    }
    await context.close();
  },
);

journey.for(['while the brief is loading', 'below the form'] as const)(
  'a page whose script does not run offers two ways on after 8 s, %s',
  async (place, { page }) => {
    const hasBrief = place === 'below the form';
    await holdRequests(page, hasBrief ? /\.js/ : /\.js|briefs/);
    const url = `${inject('hostUrl')}/app/subscriber-feedback/3141592/daily-harvest/contact`;
    await page.goto(url, { waitUntil: 'commit' });
    const { heading } = feedbackPage(page);
    await heading.filter({ hasText: hasBrief ? 'Feedback for' : 'Loading...' }).waitFor();
    const reload = page.getByRole('link', { name: 'Reload the page' });
    const isReloadVisibleAt = async (timeMs: number) => {
      await page.evaluate((currentTime) => {
        for (const animation of document.getAnimations()) animation.currentTime = currentTime;
      }, timeMs);
      return reload.isVisible();
    };
    expect(await isReloadVisibleAt(7000)).toBe(false);
    expect(await isReloadVisibleAt(8000)).toBe(true);
    const contact = page.getByRole('link', { name: 'contact Briefly' });
    expect(await contact.getAttribute('href')).toBe('https://www.example.com/contact-us');
  },
);

journey(
  'the brief is requested once, before the script has been loaded',
  async ({ page, visit, withSuffix }) => {
    const requests: string[] = [];
    let releaseScript = () => {};
    const briefRequested = new Promise<void>((resolve) => {
      releaseScript = resolve;
    });
    await page.route(/\.js/, async (route) => {
      await briefRequested;
      await route.continue();
    });
    page.on('request', (request) => {
      if (!request.url().includes('/briefs/')) return;
      requests.push(request.url());
      releaseScript();
    });
    await visit(`/3141592/${withSuffix('daily-harvest')}/contact`);
    await feedbackPage(page).submit.waitFor();
    expect(requests).toHaveLength(1);
  },
);
