import type { Locator, Page } from 'playwright-core';

/** Locators for the mock's console. */
export function mockConsole(page: Page) {
  const scenarios = page.getByRole('region', { name: 'Scenarios' });
  const requests = page.getByRole('region', { name: 'Requests' });
  return {
    open: (url: string) => page.goto(`${url}/mock/`),
    /** Opens a group of scenarios by its title. */
    async openGroup(title: string) {
      await scenarios.locator('summary').filter({ hasText: title }).click();
    },
    scenario: (id: string) => scenarios.getByRole('listitem').filter({ hasText: id }),
    search: scenarios.getByLabel('Search the scenarios'),
    suffix: scenarios.getByLabel('Your suffix'),
    entries: requests.locator('.entries > li:visible'),
    entry: (text: string) => requests.locator('.entries > li:visible').filter({ hasText: text }),
    count: requests.locator('output'),
    filterByBrief: requests.getByLabel('Brief or user'),
    filterBySubscriber: requests.getByLabel('Subscriber'),
    filterByOperation: requests.getByLabel('Operation'),
    clear: requests.getByRole('button', { name: 'Clear the journal' }),
    clearShown: requests.getByRole('button', { name: 'Clear these requests' }),
    coverage: page.getByRole('region', { name: 'Coverage' }),
    problems: page.locator('#problems'),
    connection: page.locator('#connection'),
    suffixProblem: scenarios.getByRole('alert'),
  };
}

/** The rendered text of all matching elements. */
export async function visibleText(locator: Locator): Promise<string> {
  return (await locator.allInnerTexts()).join('\n');
}
