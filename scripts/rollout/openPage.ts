import type { Browser } from 'playwright-core';

export interface PageLoad {
  outcome: 'ready' | 'unstyled' | 'not ready' | 'failed visibly';
  /** From the navigation until the form is shown, or until the load has failed. */
  durationMs: number;
  /** Scripts and stylesheets that got a 404. */
  missingCount: number;
  documentCount: number;
}

const hasLayout = "getComputedStyle(document.querySelector('.page-layout')).display === 'flex'";

/**
 * Opens a feedback page as a new visitor, and waits until it shows the form or reports that it
 * could not be loaded.
 */
export async function openPage(browser: Browser, url: string, limitMs: number): Promise<PageLoad> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    let missingCount = 0;
    let documentCount = 0;
    page.on('response', (response) => {
      if (response.url().includes('/assets/') && response.status() === 404) missingCount++;
      if (response.request().isNavigationRequest()) documentCount++;
    });
    const start = performance.now();
    await page.goto(url, { waitUntil: 'commit' });
    const form = page.getByRole('button', { name: 'Submit' });
    const loadError = page.locator('#load-error');
    const isSettled = await form
      .or(loadError.filter({ visible: true }))
      .waitFor({ timeout: limitMs })
      .then(
        () => true,
        () => false,
      );
    const durationMs = performance.now() - start;
    const isReady = isSettled && (await form.isVisible());
    const isStyled = isReady && (await page.evaluate(hasLayout));
    const outcome = isStyled
      ? 'ready'
      : isReady
        ? 'unstyled'
        : isSettled
          ? 'failed visibly'
          : 'not ready';
    return { outcome, durationMs, missingCount, documentCount };
  } finally {
    await context.close();
  }
}
