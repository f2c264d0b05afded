import type { Page } from 'playwright-core';
import { feedbackPage, holdRequests } from './feedbackPage.ts';
import { shortenDelays } from './shortenDelays.ts';

/** A state of the product that a person or a test can look at. */
export interface State {
  /** What to see in it. */
  description: string;
  /** The path below the base path. The suffix keeps apart what the mock counts and what a tab stores. */
  path(suffix: string): string;
  /** The URLs of requests that get no response, as a glob pattern. */
  heldRequests?: string;
  /** Reaches the state in the page that has been opened. */
  reach(page: Page): Promise<unknown>;
  /** Without JavaScript, or in print, instead of the usual page. */
  medium?: 'no JavaScript' | 'print';
  /** Shows the whole page instead of what is on the screen. */
  isFullPage?: true;
}

const written = {
  subject: 'Your piece on rye prices',
  message:
    "Dear editor,\n\nI read you every morning with my coffee. In Tuesday's issue, the table of rye prices shows last year's figures.\n\nBest wishes,\nAnna",
};

/** The path of a brief's page, for `State.path`. */
const feedback =
  (briefId: string, query = '') =>
  (suffix: string) =>
    `/3141592/${briefId}.${suffix}/contact${query}`;

const submit = (page: Page) => feedbackPage(page).send(written);

/** Reloads the page with a script that runs before its own, until the page shows a text. */
async function reloadWith(page: Page, script: () => void, text: string) {
  const added = await page.addInitScript(script);
  await page.reload();
  await page.getByText(text).waitFor();
  await added.dispose();
}

/** Writes and sends messages, each of which is rejected while the next is being written. */
async function rejectLate(page: Page, subjects: readonly string[]) {
  const { fill, message, progress, send } = feedbackPage(page);
  for (const subject of subjects) {
    const release = await holdRequests(page, '**/form-submit');
    await send({ ...written, subject });
    await progress('Sending your message...').waitFor();
    await fill({ subject: 'Friday’s recipe', message: 'The oven temperature is missing.' });
    // Otherwise the page does not move the focus to the list.
    await message.blur();
    release();
    await page.getByRole('button', { name: `Restore “${subject}”` }).waitFor();
  }
}

export const states = {
  slowLoading: {
    description: 'The brief has not arrived after 8 seconds.',
    path: feedback('daily-harvest'),
    heldRequests: '**/briefs/*',
    async reach(page) {
      await page.getByRole('heading', { name: 'Loading...' }).waitFor();
      await page.evaluate(`for (const animation of document.getAnimations()) {
        animation.pause();
        animation.currentTime = 8000;
      }`);
    },
  },
  loaded: {
    description: 'The page as a subscriber finds it.',
    path: feedback('daily-harvest'),
    reach: (page) => feedbackPage(page).submit.waitFor(),
    isFullPage: true,
  },
  thanked: {
    description: 'The message has been delivered.',
    path: feedback('daily-harvest'),
    async reach(page) {
      await submit(page);
      await feedbackPage(page).alerts.first().waitFor();
      const announced = feedbackPage(page).receipt.getByRole('status');
      await announced.filter({ hasText: 'Sent at' }).waitFor();
    },
  },
  notSent: {
    description: 'The message was rejected with a 404: two alerts, one persistent.',
    path: feedback('missing-submission'),
    async reach(page) {
      await submit(page);
      await feedbackPage(page).outcome('Not sent').waitFor();
    },
  },
  conflict: {
    description: 'The message was rejected while another was being written.',
    path: feedback('missing-submission'),
    reach: (page) => rejectLate(page, [written.subject]),
  },
  several: {
    description: 'Several messages were rejected, each while another was being written.',
    path: feedback('missing-submission'),
    reach: (page) =>
      rejectLate(page, [
        written.subject,
        'A word about the photographs in the last three issues',
        'Wheat',
        'Unbroken'.repeat(12),
      ]),
  },
  unconfirmed: {
    description: 'After a reload while the message was being sent.',
    path: feedback('daily-harvest'),
    heldRequests: '**/form-submit',
    async reach(page) {
      await submit(page);
      await feedbackPage(page).thankYou.waitFor();
      await page.reload();
      await feedbackPage(page).outcome('Not confirmed').scrollIntoViewIfNeeded();
    },
  },
  captchaBlocked: {
    description: 'The security check could not be loaded.',
    path: feedback('daily-harvest', '?captcha=blocked'),
    async reach(page) {
      await submit(page);
      await feedbackPage(page).outcome('nothing was sent').waitFor();
    },
  },
  index: {
    description: 'The index page.',
    path: () => '/',
    reach: (page) => feedbackPage(page).heading.waitFor(),
    isFullPage: true,
  },
  tryAgain: {
    description: 'The index page after a failed brief.',
    path: feedback('broken-brief'),
    reach: (page) => feedbackPage(page).tryAgain.waitFor(),
  },
  written: {
    description: 'The index page after a failed brief, with what was written before.',
    path: feedback('daily-harvest'),
    async reach(page) {
      const { fill, liveForm, written: region } = feedbackPage(page);
      await liveForm.waitFor();
      await fill(written);
      // The browser restores the position.
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.route('**/briefs/*', (route) => route.fulfill({ status: 404, json: {} }));
      await page.reload();
      await region.waitFor();
    },
    isFullPage: true,
  },
  menu: {
    description: 'The menu, where the screen is narrow, and the dropdown are open.',
    path: feedback('daily-harvest'),
    async reach(page) {
      await feedbackPage(page).submit.waitFor();
      const menu = page.getByRole('button', { name: 'Menu' });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole('button', { name: 'Advertise' }).click();
    },
  },
  noJavaScript: {
    description: 'Without JavaScript.',
    path: feedback('daily-harvest'),
    reach: (page) => page.getByRole('link', { name: 'Contact Briefly' }).waitFor(),
    medium: 'no JavaScript',
    isFullPage: true,
  },
  loadError: {
    description: 'Neither the brief nor the script can be loaded.',
    path: feedback('daily-harvest'),
    heldRequests: '**/briefs/*',
    async reach(page) {
      await page.route(/\/assets\//, (route) => route.abort());
      await reloadWith(page, shortenDelays, 'could not be loaded');
    },
  },
  renderingError: {
    description: 'A component has thrown an error.',
    path: feedback('daily-harvest'),
    async reach(page) {
      await feedbackPage(page).submit.waitFor();
      const breakLinks = () => {
        const encode = globalThis.encodeURIComponent;
        Object.assign(globalThis, {
          encodeURIComponent(text: string) {
            if (text === 'feedback-page') throw new Error('broken');
            return encode(text);
          },
        });
      };
      await reloadWith(page, breakLinks, 'This page has stopped working');
    },
  },
  print: {
    description: 'As it is printed.',
    path: feedback('daily-harvest'),
    reach: (page) => feedbackPage(page).fill(written),
    medium: 'print',
    isFullPage: true,
  },
} satisfies Record<string, State>;
