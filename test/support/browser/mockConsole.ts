import type { Locator, Page } from 'playwright-core';

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

/** The rendered text of all matching elements. */
export async function visibleText(locator: Locator): Promise<string> {
  return (await locator.allInnerTexts()).join('\n');
}
