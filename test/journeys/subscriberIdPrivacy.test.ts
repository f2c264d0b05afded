import { expect } from 'vitest';
import { journey } from '../support/browser/journey.ts';

journey('a request to another site does not contain the subscriber id', async ({ page, visit }) => {
  const requests: Record<string, string>[] = [];
  await page.route(/^https:/, async (route) => {
    requests.push({ url: route.request().url(), ...(await route.request().allHeaders()) });
    await route.fulfill({ body: 'another site' });
  });
  await visit('/personal-id/daily-harvest/contact');
  await page.getByRole('link', { name: 'About us' }).click();
  await page.waitForURL('https://www.example.com/about-us');
  expect(requests).toHaveLength(1);
  expect(JSON.stringify(requests)).not.toContain('personal-id');
});
