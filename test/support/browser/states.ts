import type { Page } from 'playwright-core';

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
  /** The state that `reach` passes through, and the way from there. */
  previous?: { state: State; proceed(page: Page): Promise<unknown> };
  /** Without JavaScript, or in print, instead of the usual page. */
  medium?: 'no JavaScript' | 'print';
  /** The page cannot be used for another state, or logs errors. */
  isBroken?: true;
  /** Shows the whole page instead of what is on the screen. */
  isFullPage?: true;
}

const written = {
  subject: 'Your piece on rye prices',
  message:
    "Dear editor,\n\nI read you every morning with my coffee. In Tuesday's issue, the table of rye prices shows last year's figures.\n\nBest wishes,\nAnna",
};

const newer = { subject: 'Friday’s recipe', message: 'The oven temperature is missing.' };

/** The path of a brief's page, for `State.path`. */
const feedback =
  (briefId: string, query = '') =>
  (suffix: string) =>
    `/3141592/${briefId}.${suffix}/contact${query}`;
const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true });
const restoreButton = (page: Page) => page.getByRole('button', { name: 'Restore' });
const tryAgainLink = (page: Page) => page.getByRole('link', { name: 'Try again' });
const alerts = (page: Page) => page.locator('.alert-stack .alert');

const status = (page: Page, text: string) => page.getByRole('form').getByText(text);

async function fill(page: Page, { subject, message } = written) {
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Message').fill(message);
}

async function submit(page: Page) {
  await fill(page);
  await submitButton(page).click();
}

/** Waits for the page without a brief, and stops its animation at a time after its start. */
async function reachLoadingPage(page: Page, timeMs: number) {
  await page.getByRole('heading', { name: 'Loading...' }).waitFor();
  await page.evaluate(`for (const animation of document.getAnimations()) {
    animation.pause();
    animation.currentTime = ${timeMs};
  }`);
}

/** The state after a captcha that returned no token. */
function captchaFailure(captcha: string, description: string): State {
  return {
    description,
    path: feedback('daily-harvest', `?captcha=${captcha}`),
    async reach(page) {
      await submit(page);
      await page.getByRole('form').getByRole('alert').getByText('nothing was sent').waitFor();
    },
  };
}

/** A state that comes after another one in the same page. */
function after(state: State, description: string, proceed: State['reach']): State {
  const { path, heldRequests, reach } = state;
  return {
    description,
    path,
    ...(heldRequests && { heldRequests }),
    async reach(page) {
      await reach(page);
      await proceed(page);
    },
    previous: { state, proceed },
  };
}

const loading: State = {
  description: 'The brief has not arrived yet.',
  path: feedback('daily-harvest'),
  heldRequests: '**/briefs/*',
  reach: (page) => reachLoadingPage(page, 0),
};

const loaded: State = {
  description: 'The page as a subscriber finds it.',
  path: feedback('daily-harvest'),
  reach: (page) => submitButton(page).waitFor(),
  isFullPage: true,
};

const sending: State = {
  description: 'The message is on its way, and the subscriber has been thanked.',
  path: feedback('daily-harvest'),
  heldRequests: '**/form-submit',
  async reach(page) {
    await submit(page);
    await alerts(page).first().waitFor();
  },
};

const notSent: State = {
  description: 'The message was rejected with a 404: two alerts, one persistent.',
  path: feedback('missing-submission'),
  async reach(page) {
    await submit(page);
    await status(page, 'Not sent.').waitFor();
  },
};

const conflict: State = {
  description: 'The message was rejected while another was being written.',
  path: feedback('missing-submission'),
  async reach(page) {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/form-submit', async (route) => {
      await released;
      await route.continue();
    });
    await submit(page);
    await status(page, 'Sending your message...').waitFor();
    await fill(page, newer);
    // Otherwise the page does not move the focus to the notice.
    await page.getByLabel('Message').blur();
    release();
    await restoreButton(page).waitFor();
  },
};

export const states = {
  loading,
  slowLoading: after(loading, 'The brief has not arrived after 8 seconds.', (page) =>
    reachLoadingPage(page, 8000),
  ),
  loaded,
  specialSubscriber: {
    description: 'The special subscriber sees no cards.',
    path: (suffix) => `/0FEEDBAC-0000-4000-8000-00000000ABCD/daily-harvest.${suffix}/contact`,
    reach: (page) => submitButton(page).waitFor(),
    isFullPage: true,
  },
  filled: {
    description: 'Both fields have text, and Submit is enabled.',
    path: feedback('daily-harvest'),
    reach: fill,
  },
  fullField: {
    description: 'The subject has as many characters as it can hold.',
    path: feedback('daily-harvest'),
    reach: (page) => page.getByLabel('Subject').fill('Rye '.repeat(25)),
  },
  verifying: {
    description: 'The captcha is running.',
    path: feedback('daily-harvest', '?captcha=never'),
    async reach(page) {
      await submit(page);
      await page.getByText('Running the security check...').waitFor();
    },
  },
  sending,
  thanked: {
    description: 'The message has been delivered.',
    path: feedback('daily-harvest'),
    async reach(page) {
      await submit(page);
      await status(page, 'Sent:').waitFor();
      await alerts(page).first().waitFor();
    },
  },
  notSent,
  conflict,
  restored: after(conflict, 'The message that was not sent is back in the form.', (page) =>
    restoreButton(page).click(),
  ),
  unconfirmed: after(sending, 'After a reload while the message was being sent.', async (page) => {
    await page.reload();
    await status(page, 'Not confirmed.').scrollIntoViewIfNeeded();
  }),
  captchaDismissed: captchaFailure('dismissed', 'The security check was closed.'),
  captchaExpired: captchaFailure('expired', 'The security check expired.'),
  captchaBlocked: captchaFailure('blocked', 'The security check could not be loaded.'),
  captchaFailed: captchaFailure('error', 'The security check reported an error.'),
  captchaTimeout: {
    description: 'The security check did not respond.',
    path: feedback('daily-harvest', '?captcha=never'),
    async reach(page) {
      await page.clock.install();
      await submit(page);
      await page.getByText('Running the security check...').waitFor();
      await page.clock.runFor(20_000);
      await page.getByText('did not respond').waitFor();
    },
  },
  index: {
    description: 'The index page.',
    path: () => '/',
    reach: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
    isFullPage: true,
  },
  tryAgain: {
    description: 'The index page after a failed brief.',
    path: feedback('broken-brief'),
    reach: (page) => tryAgainLink(page).waitFor(),
  },
  success: {
    description: 'A success alert with the text of a response.',
    path: feedback('chatty-brief'),
    reach: (page) => alerts(page).first().waitFor(),
  },
  fourAlerts: {
    description: 'Four alerts.',
    path: feedback('broken-brief'),
    async reach(page) {
      for (let count = 1; count <= 4; count++) {
        await alerts(page)
          .nth(count - 1)
          .waitFor();
        if (count < 4) await tryAgainLink(page).press('Enter');
      }
    },
  },
  mixedAlerts: after(
    notSent,
    'Two messages that were rejected: successes between errors.',
    async (page) => {
      await alerts(page).nth(1).waitFor();
      await submit(page);
      await alerts(page).nth(3).waitFor();
    },
  ),
  menu: after(
    loaded,
    'The menu, where the screen is narrow, and the dropdown are open.',
    async (page) => {
      const menu = page.getByRole('button', { name: 'Menu' });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole('button', { name: 'Advertise' }).click();
    },
  ),
  noJavaScript: {
    description: 'Without JavaScript.',
    path: feedback('daily-harvest'),
    reach: (page) => page.getByRole('link', { name: 'Contact Briefly' }).waitFor(),
    medium: 'no JavaScript',
    isFullPage: true,
  },
  loadError: {
    description: 'The script cannot be loaded.',
    path: feedback('daily-harvest'),
    async reach(page) {
      await page.route(/\/assets\//, (route) => route.abort());
      // Shortens the time between the attempts.
      await page.addInitScript(() => {
        const start = globalThis.setTimeout;
        Object.assign(globalThis, {
          setTimeout(callback: () => void, delayMs: number, ...args: []) {
            return start(callback, delayMs / 50, ...args);
          },
        });
      });
      await page.reload();
      await page.getByText('could not be loaded').waitFor();
    },
    isBroken: true,
  },
  renderingError: {
    description: 'A component has thrown an error.',
    path: feedback('daily-harvest'),
    async reach(page) {
      await submitButton(page).waitFor();
      await page.addInitScript(() => {
        const encode = globalThis.encodeURIComponent;
        Object.assign(globalThis, {
          encodeURIComponent(text: string) {
            if (text === 'feedback-page') throw new Error('broken');
            return encode(text);
          },
        });
      });
      await page.reload();
      await page.getByRole('heading', { name: 'This page has stopped working' }).waitFor();
    },
    isBroken: true,
  },
  print: {
    description: 'As it is printed.',
    path: feedback('daily-harvest'),
    reach: fill,
    medium: 'print',
    isFullPage: true,
  },
} satisfies Record<string, State>;
