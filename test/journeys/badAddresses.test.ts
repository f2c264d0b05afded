import { expect, inject, test } from 'vitest';
import { feedbackPage } from '../support/feedbackPage.ts';
import { tour } from '../support/journey.ts';

const malformed = [
  '/3141592/..%252F..%252Fx/contact',
  '/3141592/%252e%252e/contact',
  '/3141592/a%3Bb/contact',
  '/3141592/a%00b/contact',
  `/3141592/${'x'.repeat(10_240)}/contact`,
];

tour(
  'a malformed id leads to the index page without a call to the backend',
  async ({ page, visit }) => {
    const calls: string[] = [];
    page.on('request', (request) => request.url().includes('/rest/') && calls.push(request.url()));
    for (const path of malformed) {
      await visit(path);
      await page.waitForURL('**/app/subscriber-feedback/');
      expect(await feedbackPage(page).heading.textContent()).toMatch(/does not exist\.$/);
    }
    expect(calls).toEqual([]);
  },
);

test.for(['/nothing', '/1/2/contact/more', ...malformed.slice(0, 3)])(
  'the address %s is answered with 404',
  async (path) => {
    const answer = await fetch(`${inject('hostUrl')}/app/subscriber-feedback${path}`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('does not exist.');
  },
);

tour(
  'an address that matches no route shows the index page under that address',
  async ({ page, visit }) => {
    await visit('/nothing/here');
    expect(await feedbackPage(page).heading.textContent()).toMatch(/does not exist\.$/);
    expect(page.url()).toContain('/nothing/here');
  },
);
