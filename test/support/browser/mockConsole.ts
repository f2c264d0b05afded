import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { findViolations } from './findViolations.ts';
import { setTextSize } from './setTextSize.ts';

/** Locators for the mock's console. */
export function mockConsole(page: Page) {
  const header = page.getByRole('banner');
  const scenarios = page.getByRole('region', { name: 'Scenarios', exact: true });
  const requests = page.getByRole('region', { name: 'Requests', exact: true });
  const entries = requests.getByRole('list', { name: 'Requests' }).getByRole('listitem');
  return {
    /** Follows a link to the console with these parameters, without a reload if it is open already. */
    async open(url: string, query = '') {
      const link = `${url}/mock/?${query}`;
      if (!page.url().startsWith(`${url}/mock/?`)) await page.goto(link);
      await page.evaluate((href) => {
        history.pushState(null, '', href);
        dispatchEvent(new PopStateEvent('popstate'));
        (document.activeElement as HTMLElement | null)?.blur();
      }, link);
      await header.waitFor();
    },
    view: (title: string) => header.getByRole('link', { name: title }),
    testerName: header.getByLabel('Your name'),
    problems: page.getByRole('alert', { name: 'Problems' }),
    filter: page.getByLabel('Filter'),
    button: (name: string) => page.getByRole('button', { name }),

    scenario: (id: string) =>
      scenarios
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: id, exact: true }) }),
    scenarioNames: () => scenarios.getByRole('rowheader').allInnerTexts(),
    group: (title: string) => scenarios.getByRole('link', { name: title }),

    entries,
    entry: (text: string) => entries.filter({ hasText: text }),
    count: requests.getByRole('status').first(),
    /** The details of the selected request. */
    details: (name: string) => requests.getByRole('region', { name }),
    tab: (name: string) => requests.getByRole('tab', { name }),

    coverage: page.getByRole('region', { name: 'Coverage' }),
  };
}

/** Checks that a view does not overflow, also with large text, and that axe finds no violation in either colour scheme. */
export async function expectReadable(page: Page): Promise<void> {
  for (const [width, colorScheme, textSize] of [
    [320, 'light', 16],
    [1280, 'dark', 16],
    [320, 'dark', 32],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await setTextSize(page, textSize);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    const violations = textSize === 16 ? await findViolations(page) : [];
    const found = { url: page.url(), width, overflow, violations };
    expect(found).toEqual({ ...found, overflow: 0, violations: [] });
  }
  await setTextSize(page, 16);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ colorScheme: null });
}

/** The rendered text of all matching elements. */
export async function visibleText(locator: Locator): Promise<string> {
  return (await locator.allInnerTexts()).join('\n');
}
