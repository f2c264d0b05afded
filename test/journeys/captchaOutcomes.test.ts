import { captchaFailures } from '../../client/messages.ts';
import { emptyMessage, feedbackPage, sampleMessage } from '../support/browser/feedbackPage.ts';
import { isFocused } from '../support/browser/focus.ts';
import { clockJourney, journey } from '../support/browser/journey.ts';
import { arrivedSubmission, submissionsTo } from '../support/mock/submissions.ts';

const outcomesWithoutToken = [
  { captcha: 'dismissed', warning: captchaFailures.dismissed.reason },
  { captcha: 'expired', warning: captchaFailures.expired.reason },
  { captcha: 'error', warning: captchaFailures.failed.reason },
  { captcha: 'failled', warning: captchaFailures.failed.reason },
  { captcha: 'blocked', warning: captchaFailures.blocked.reason },
  { captcha: 'never', warning: captchaFailures.timeout.reason },
];

/** A captcha script with these methods. */
const scriptWith = (methods: string) => `globalThis.grecaptcha = { enterprise: {
  ready: (callback) => callback(),
  reset() {},
  ${methods}
} };`;

const brokenScripts = [
  {
    // Like the stubs of content blockers, but with an execution that fails.
    name: 'whose promise is rejected',
    methods: 'render: () => 0, execute: () => Promise.reject(null)',
  },
  {
    name: 'that calls back with an empty token',
    methods: "render: (_, it) => void (globalThis.it = it) ?? 0, execute: () => it.callback('')",
  },
];

clockJourney.for(outcomesWithoutToken)(
  'the captcha outcome $captcha shows a warning that stays, keeps the text and allows another attempt',
  async ({ captcha, warning }, { page, visit, withSuffix, expect }) => {
    const briefId = withSuffix('slow-submission');
    await visit(`/3141592/${briefId}/contact?captcha=${captcha}`);
    const { alerts, fill, fieldValues, submit, outcome } = feedbackPage(page);
    await fill(sampleMessage);
    await submit.click();
    if (captcha === 'never') await page.clock.runFor(20_000);
    await outcome(warning).waitFor();
    await page.clock.runFor(60_000);
    expect(await outcome(warning).isVisible()).toBe(true);
    expect(await alerts.count()).toBe(0);
    expect(await fieldValues()).toEqual(sampleMessage);
    expect(await submit.isEnabled()).toBe(true);
    await expect.poll(() => isFocused(submit)).toBe(true);
    expect(await submissionsTo(briefId)).toEqual([]);
    const note = page.getByText('?captcha: expected one of token, challenge, dismissed, expired,');
    expect(await note.count()).toBe(captcha === 'failled' ? 1 : 0);
    await fill(emptyMessage);
    expect(await outcome('Your text is still here.').count()).toBe(0);
  },
);

const windowSizes = [
  { width: 1280, height: 800 },
  { width: 320, height: 480 },
];

journey.for(windowSizes)(
  'the policy of the page shows the challenge in the middle of a window of $width px, above everything else, and blocks a style element of the script',
  async (windowSize, { page, visit, expect }) => {
    // Chromium logs the blocked element as an error.
    page.removeAllListeners('console');
    const blocked = page.waitForEvent('console', (message) => /inline style/.test(message.text()));
    await page.route('**/enterprise.js*', async (route) => {
      const script = await (await route.fetch()).text();
      const addStyle =
        "document.head.append(Object.assign(document.createElement('style'), { textContent: 'iframe { display: none }' }));";
      await route.fulfill({ contentType: 'text/javascript', body: script + addStyle });
    });
    await page.setViewportSize(windowSize);
    await visit('/3141592/daily-harvest/contact?captcha=challenge');
    const { fill, fieldValues, submit, outcome, thankYou } = feedbackPage(page);
    await fill(sampleMessage);
    await submit.click();
    expect((await blocked).text()).toMatch("style-src 'sha256-");
    const frame = page.getByTitle('recaptcha challenge');
    await frame.waitFor();
    const box = await frame.boundingBox();
    const middle = { x: windowSize.width / 2, y: windowSize.height / 2 };
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - middle.x)).toBeLessThan(10);
    expect(Math.abs((box?.y ?? 0) + (box?.height ?? 0) / 2 - middle.y)).toBeLessThan(10);
    expect(box?.width).toBeGreaterThan(280);
    const top = ({ x, y }: typeof middle) => document.elementFromPoint(x, y)?.getAttribute('title');
    expect(await page.evaluate(top, middle)).toMatch('recaptcha challenge');
    const solve = frame.contentFrame().getByRole('button', { name: 'I am not a robot' });
    await solve.press('Escape');
    await outcome(captchaFailures.dismissed.reason).waitFor();
    expect(await frame.isVisible()).toBe(false);
    expect(await page.getByTitle('reCAPTCHA', { exact: true }).isVisible()).toBe(false);
    expect(await fieldValues()).toEqual(sampleMessage);
    await submit.click();
    await solve.click();
    await thankYou.waitFor();
  },
);

clockJourney(
  'solving the challenge within five minutes sends the message',
  async ({ page, visit, withSuffix, expect }) => {
    const briefId = withSuffix('slow-submission');
    await visit(`/3141592/${briefId}/contact?captcha=challenge`);
    const { fill, submit, thankYou } = feedbackPage(page);
    await fill(sampleMessage);
    await submit.click();
    const challenge = page.frameLocator('iframe[title^="recaptcha challenge"]');
    const solve = challenge.getByRole('button', { name: 'I am not a robot' });
    await solve.waitFor();
    await page.clock.runFor(290_000);
    await solve.click();
    await thankYou.waitFor();
    expect(await arrivedSubmission(briefId)).toMatchObject({
      body: { text: sampleMessage.message },
    });
  },
);

journey(
  'after a network error the next attempt loads the captcha script again',
  async ({ page, visit, expect }) => {
    await page.route('**/enterprise.js*', (route) => route.abort());
    await visit('/3141592/daily-harvest/contact');
    const { fill, fieldValues, submit, outcome, thankYou } = feedbackPage(page);
    await fill(sampleMessage);
    await submit.click();
    await outcome(captchaFailures.blocked.reason).waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
    await page.unroute('**/enterprise.js*');
    await submit.click();
    await thankYou.waitFor();
    await fill(sampleMessage);
    expect(await outcome(captchaFailures.blocked.reason).count()).toBe(0);
  },
);

journey.for(brokenScripts)(
  'a captcha $name shows a warning at once',
  async ({ methods }, { page, visit, withSuffix, expect }) => {
    const route = { contentType: 'text/javascript', body: scriptWith(methods) };
    await page.route('**/enterprise.js*', (it) => it.fulfill(route));
    const briefId = withSuffix('daily-harvest');
    await visit(`/3141592/${briefId}/contact`);
    const { alerts, fill, fieldValues, submit, outcome } = feedbackPage(page);
    await fill(sampleMessage);
    await submit.click();
    await outcome(captchaFailures.failed.reason).waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
    expect(await alerts.count()).toBe(0);
    expect(await submissionsTo(briefId)).toEqual([]);
  },
);

journey(
  'the captcha script is loaded at the first focus in the form, not with the page',
  async ({ page, visit, expect }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('enterprise')) scripts.push(request.url());
    });
    await visit('/3141592/daily-harvest/contact');
    const { subject, submit } = feedbackPage(page);
    await submit.waitFor();
    expect(scripts).toEqual([]);
    await subject.focus();
    await expect.poll(() => scripts).toHaveLength(1);
    expect(scripts[0]).toContain('render=explicit');
  },
);

journey(
  'without a connection, the outcome names it instead of a content blocker',
  async ({ page, visit, expect }) => {
    await visit('/3141592/daily-harvest/contact');
    const { fill, fieldValues, outcome, submit } = feedbackPage(page);
    await submit.waitFor();
    await page.context().setOffline(true);
    await fill(sampleMessage);
    await submit.click();
    await outcome('You are offline, so nothing was sent.').waitFor();
    await page.context().setOffline(false);
    expect(await fieldValues()).toEqual(sampleMessage);
  },
);

journey(
  'a failed security check scrolls no further than its outcome needs',
  async ({ page, visit, expect }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await visit('/3141592/daily-harvest/contact?captcha=expired');
    const { fill, message, outcome, submit } = feedbackPage(page);
    await fill(sampleMessage);
    await submit.click();
    await outcome('The security check expired').waitFor();
    await expect.poll(() => isFocused(submit)).toBe(true);
    for (const shown of [message, submit, outcome('The security check expired')]) {
      const box = await shown.boundingBox();
      expect(box?.y).toBeGreaterThan(0);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(812);
    }
  },
);
