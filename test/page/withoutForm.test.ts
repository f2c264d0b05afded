import { boxOf } from './fixtures/boxOf.ts';
import { denyStorage } from './fixtures/denyStorage.ts';
import { expect } from './fixtures/expect.ts';
import { holdRequests, sampleMessage } from './fixtures/feedbackPage.ts';
import { expectFocus } from './fixtures/focus.ts';
import { journey } from './fixtures/journey.ts';
import { openWithoutScript } from './fixtures/openWithoutScript.ts';

journey(
  'a malformed id redirects to the index page without a call, an unknown path shows it',
  async ({ page, feedback: { heading }, visit }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/rest/')) calls.push(request.url());
    });
    for (const [path, shownAt] of [
      ['/3141592/..%252F..%252Fx/contact', '/'],
      ['/nothing/here', '/nothing/here'],
    ] as const) {
      await visit(path);
      await page.waitForURL(`**/app/subscriber-feedback${shownAt}`);
      await expect(heading).toHaveText(/does not exist\.$/);
    }
    expect(calls).toEqual([]);
  },
);

journey(
  'at an address that ends with other punctuation, the index page offers the feedback page',
  async ({ page, feedback: { submit }, visit }) => {
    await visit('/3141592/daily-harvest/contact.?captcha=never');
    await page.getByRole('link', { name: 'Write to the editor' }).click();
    await submit.waitFor();
    expect(page.url()).toMatch(/\/3141592\/daily-harvest\/contact\?captcha=never$/);
  },
);

/**
 * Runs in the page. Taps a link as soon as it is there, whatever the machine does meanwhile, and then presses a key.
 * Returns what the link has followed.
 */
function clickLinkAtOnce(): Promise<string[]> {
  const followed: string[] = [];
  return new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      const link = document.querySelector<HTMLElement>('[data-key=unsubscribe]');
      if (!link) return;
      observer.disconnect();
      link.addEventListener('click', (event) => {
        const { pointerType, detail } = event as PointerEvent;
        const source = pointerType || (detail > 0 ? 'a reader' : 'a key');
        if (!event.defaultPrevented) followed.push(source);
        event.preventDefault();
      });
      setTimeout(() => {
        // An assistive technology counts its click, but has no pointer.
        for (const click of [{ detail: 1, pointerType: 'touch' }, { detail: 1 }, {}]) {
          const init = { bubbles: true, cancelable: true, ...click };
          link.dispatchEvent(new PointerEvent('click', init));
        }
        resolve(followed);
      });
    }).observe(document.body, { childList: true, subtree: true });
    // It may be there already.
    document.body.append(document.createComment(''));
  });
}

journey(
  'a second tap on Try again does not follow a link of the page that appears, a screen reader does',
  async ({ page, feedback: { tryAgain }, open }) => {
    await open('flaky-brief');
    await tryAgain.click();
    await tryAgain.waitFor();
    const followed = page.evaluate(clickLinkAtOnce);
    await tryAgain.click();
    expect(await followed).toEqual(['a reader', 'a key']);
  },
);

journey(
  'a link works as soon as it appears on a page that has replaced no other',
  async ({ page, open }) => {
    const release = await holdRequests(page, '**/briefs/*');
    await open('daily-harvest');
    await page.locator('body:not(:has(template))').waitFor();
    const followed = page.evaluate(clickLinkAtOnce);
    release();
    expect(await followed).toEqual(['touch', 'a reader', 'a key']);
  },
);

journey(
  'what was written takes the whole width below its heading on a wide screen',
  async ({ page, feedback: { fill, subject, written }, open }) => {
    await open('daily-harvest');
    await fill(sampleMessage);
    await page.route('**/briefs/*', (route) => route.fulfill({ status: 404, json: {} }));
    await page.reload();
    const sentence = await boxOf(written.getByText('It is kept in this tab only.'));
    const [field, section] = [await boxOf(subject), await boxOf(written)];
    expect(field.y).toBeGreaterThan(sentence.bottom);
    expect([field.x, field.right]).toEqual([section.x, section.right]);
  },
);

journey(
  'after a failed brief, the index page has the text, to be copied, until Try again shows the form',
  async ({ page, feedback, open, visit }) => {
    const { fieldValues, fill, heading, liveForm, message, tryAgain, written } = feedback;
    await visit('/?first');
    await open('daily-harvest', '?captcha=expired');
    const url = page.url();
    await fill(sampleMessage);
    await page.route('**/briefs/*', (route) => route.abort());
    await page.reload();
    await page.reload();
    await written.waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
    await expect(message).toHaveAttribute('readonly', '');
    await expect(page).toHaveTitle('Page not found | Briefly');
    await page.unroute('**/briefs/*');
    await tryAgain.click();
    await liveForm.waitFor();
    await expectFocus(heading);
    expect(await fieldValues()).toEqual(sampleMessage);
    expect(page.url()).toBe(url);
    await page.goBack();
    await page.waitForURL(/\?first$/);
  },
);

journey(
  'an id that an object has already is one like any other',
  async ({ page, feedback: { heading, helpLinks, subject }, visit }) => {
    const json = { name: 'rye', fullName: 'Rye' };
    await page.route('**/briefs/*', (route) => route.fulfill({ json }));
    const release = await holdRequests(page, '**/briefs/*');
    await visit('/3141592/toString/contact');
    await page.locator('body:not(:has(template))').waitFor();
    await expect(heading).toHaveText('Loading...');
    release();
    await subject.waitFor();
    await expect(heading).toHaveText('Feedback for Rye');
    await expect(helpLinks.locator('[data-key=resubscribe]')).toHaveAttribute('href', /rye/);
  },
);

/** Runs in the page. The next time that a field is empty, its hint cannot be rendered. */
function breakHints(): void {
  const { toLowerCase } = String.prototype;
  Object.assign(String.prototype, {
    toLowerCase(this: string) {
      if (`${this}` === 'Subject') throw new Error('broken');
      return toLowerCase.call(this);
    },
  });
}

journey.for([true, false])(
  'on a phone, a rendering error is in view with the text, which a reload shows again if stored: %s',
  async (isStored, { addScript, page, feedback, open, takeErrors }) => {
    const { fill, heading, liveForm, message, subject, written } = feedback;
    await page.setViewportSize({ width: 375, height: 640 });
    if (!isStored) await addScript(denyStorage);
    await open('daily-harvest');
    await fill(sampleMessage);
    await message.press('End');
    await page.evaluate(breakHints);
    // Without scrolling to the field, as `fill` does.
    await subject.evaluate((field) => {
      (field as HTMLInputElement).value = '';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await heading.filter({ hasText: 'This page has stopped working' }).waitFor();
    await expect(page).toHaveTitle('This page has stopped working | Briefly');
    await expect(page.getByRole('banner')).toBeVisible();
    const reload = page.getByRole('button', { name: 'Reload the page' });
    for (const part of [heading, reload]) {
      const { y, bottom } = await boxOf(part);
      expect(y).toBeGreaterThan(0);
      expect(bottom).toBeLessThan(640);
    }
    await expect(message).toHaveValue(sampleMessage.message);
    await expect(message).toHaveAttribute('readonly', '');
    const note = isStored ? 'It is kept in this tab only.' : 'your browser will not keep your text';
    await written.getByText(note).waitFor();
    await reload.click();
    await liveForm.waitFor();
    await expect(message).toHaveValue(isStored ? sampleMessage.message : '');
    // React logs the error.
    await takeErrors();
  },
);

journey(
  'an error outside the main part of the page is announced too, if the form has the focus',
  async ({ addScript, page, feedback: { subject }, takeErrors }) => {
    await addScript(() => {
      Object.assign(globalThis, {
        ResizeObserver: function ResizeObserver() {
          throw new Error('broken');
        },
      });
    });
    const release = await openWithoutScript(page);
    await subject.focus();
    release();
    await page.getByRole('heading', { name: 'This page has stopped working' }).waitFor();
    // React logs the error.
    for (const error of await takeErrors()) expect(error).toContain('broken');
  },
);
