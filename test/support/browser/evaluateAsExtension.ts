import type { Page } from 'playwright-core';

/**
 * Runs code where extensions run: in a world of their own, so that no script of the page notices how they set a value.
 * @param code JavaScript
 */
export async function evaluateAsExtension(page: Page, code: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  });
  await session.send('Runtime.evaluate', { expression: code, contextId });
  await session.detach();
}
