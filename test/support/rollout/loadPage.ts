import type { Browser } from 'playwright-core';

export interface PageLoad {
  outcome: 'ready' | 'unstyled' | 'not ready' | 'failed visibly';
  /** Scripts and stylesheets that got a 404. */
  missingCount: number;
}

const hasLayout = "getComputedStyle(document.querySelector('.page-layout')).display === 'flex'";

/**
 * Opens a feedback page as a new visitor, and waits until it shows the form or reports that it
 * could not be loaded.
 */
export async function loadPage(
  browser: Browser,
  url: string,
  timeoutMs: number,
): Promise<PageLoad> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    let missingCount = 0;
    page.on('response', (response) => {
      if (response.url().includes('/assets/') && response.status() === 404) missingCount++;
    });
    await page.goto(url, { waitUntil: 'commit' });
    const form = page.getByRole('button', { name: 'Submit' });
    const loadError = page.locator('#load-error').filter({ visible: true });
    const isSettled = await form
      .or(loadError)
      .waitFor({ timeout: timeoutMs })
      .then(
        () => true,
        () => false,
      );
    if (!isSettled) return { outcome: 'not ready', missingCount };
    if (!(await form.isVisible())) return { outcome: 'failed visibly', missingCount };
    const isStyled = await page.evaluate(hasLayout);
    return { outcome: isStyled ? 'ready' : 'unstyled', missingCount };
  } finally {
    await context.close();
  }
}
