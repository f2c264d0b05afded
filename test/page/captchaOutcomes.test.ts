import { captchaFailures } from '../../client/messages.ts';
import { submissionsTo } from '../submissions.ts';
import { boxOf } from './fixtures/boxOf.ts';
import { expect } from './fixtures/expect.ts';
import { sampleMessage } from './fixtures/feedbackPage.ts';
import { expectFocus } from './fixtures/focus.ts';
import { isAskedToStay } from './fixtures/isAskedToStay.ts';
import { clockJourney, journey } from './fixtures/journey.ts';

clockJourney(
  'after an unknown captcha outcome, a warning, the text and a note stay, and nothing is sent',
  async ({ page, feedback, open }) => {
    const { alerts, fieldValues, outcome, send, submit } = feedback;
    const briefId = await open('daily-harvest', '?captcha=failled');
    await send();
    await outcome(captchaFailures.failed.reason).waitFor();
    await page.clock.runFor(60_000);
    await expect(outcome(captchaFailures.failed.reason)).toBeVisible();
    await expect(alerts).toHaveCount(0);
    expect(await fieldValues()).toEqual(sampleMessage);
    await expect(submit).toBeEnabled();
    expect(await submissionsTo(briefId)).toEqual([]);
    await page
      .getByText('?captcha: expected one of token, challenge, dismissed, expired,')
      .waitFor();
  },
);

clockJourney(
  'while the captcha runs, fields are read-only and leaving asks first; a timeout moves no other focus',
  async ({ page, feedback: { focused, outcome, send, submit }, open }) => {
    await open('daily-harvest', '?captcha=never');
    expect(await page.evaluate(isAskedToStay), 'asks').toBe(false);
    await send();
    await focused.filter({ hasText: 'Running the security check' }).waitFor();
    await expect(page.locator('.field :read-write'), 'editable fields').toHaveCount(0);
    expect(await page.evaluate(isAskedToStay), 'asks').toBe(true);
    const aboutUs = page.getByRole('link', { name: 'About us' });
    await aboutUs.focus();
    await page.clock.runFor(20_000);
    await outcome(captchaFailures.timeout.reason).waitFor();
    await expect(submit).toBeEnabled();
    await expectFocus(aboutUs);
  },
);

/** A captcha script with these methods. */
const scriptWith = (methods: string) => `globalThis.grecaptcha = { enterprise: {
  ready: (callback) => callback(),
  reset() {},
  ${methods}
} };`;

journey.for([
  // Like the stubs of content blockers, but with an execution that fails.
  ['whose promise is rejected', 'render: () => 0, execute: () => Promise.reject(null)'],
  [
    'that calls back with an empty token',
    "render: (_, it) => void (globalThis.it = it) ?? 0, execute: () => it.callback('')",
  ],
] as const)(
  'a captcha %s shows a warning at once',
  async ([, methods], { page, feedback: { outcome, send }, open }) => {
    const response = { contentType: 'text/javascript', body: scriptWith(methods) };
    await page.route('**/enterprise.js*', (route) => route.fulfill(response));
    const briefId = await open('daily-harvest');
    await send();
    await outcome(captchaFailures.failed.reason).waitFor();
    expect(await submissionsTo(briefId)).toEqual([]);
  },
);

journey(
  'after a captcha that could not be rendered, another attempt renders it into another element',
  async ({ page, feedback: { outcome, send, submit, thankYou }, open }) => {
    const body = scriptWith(`
      render(container, { callback }) {
        if (container.hasChildNodes()) throw new Error('already rendered');
        container.append('widget');
        if (!this.isOnline) throw new Error('offline');
        this.callback = callback;
        return 0;
      },
      execute() { this.callback('token'); }`);
    await page.route('**/enterprise.js*', (route) =>
      route.fulfill({ contentType: 'text/javascript', body }),
    );
    await open('daily-harvest');
    await send();
    await outcome(captchaFailures.failed.reason).waitFor();
    await page.evaluate('grecaptcha.enterprise.isOnline = true');
    await submit.click();
    await thankYou.waitFor();
  },
);

clockJourney(
  'a challenge stands in the middle of a small window for five minutes, under the policy of the page',
  async ({ page, feedback: { outcome, send, submit, thankYou }, open, takeErrors }) => {
    await page.route('**/enterprise.js*', async (route) => {
      const script = await (await route.fetch()).text();
      const addStyle =
        "document.head.append(Object.assign(document.createElement('style'), { textContent: 'iframe { display: none }' }));";
      await route.fulfill({ contentType: 'text/javascript', body: script + addStyle });
    });
    await page.setViewportSize({ width: 320, height: 480 });
    await open('daily-harvest', '?captcha=challenge');
    await send();
    const frame = page.getByTitle('recaptcha challenge');
    await frame.waitFor();
    expect(await takeErrors()).toEqual([expect.stringContaining("style-src 'sha256-")]);
    const { x, y, width, height } = await boxOf(frame);
    expect(Math.abs(x + width / 2 - 160)).toBeLessThan(10);
    expect(Math.abs(y + height / 2 - 240)).toBeLessThan(10);
    expect(width).toBeGreaterThan(280);
    const top = () => document.elementFromPoint(160, 240)?.getAttribute('title');
    expect(await page.evaluate(top)).toMatch('recaptcha challenge');
    const solve = frame.contentFrame().getByRole('button', { name: 'I am not a robot' });
    await solve.press('Escape');
    await outcome(captchaFailures.dismissed.reason).waitFor();
    await expect(frame).toBeHidden();
    await submit.click();
    await solve.waitFor();
    await expect(outcome(''), 'outcomes of the attempt before').toHaveCount(0);
    await page.clock.runFor(290_000);
    await solve.click();
    await thankYou.waitFor();
  },
);

/** A captcha script whose challenge is open from `open()` to `close()`, and whose `solve()` calls back with a token. */
const challengeScript = scriptWith(`
  render(_, { callback }) {
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = '<iframe src="/mock/captcha/bframe"></iframe>';
    container.style.visibility = 'hidden';
    globalThis.challenge = {
      open: () => { container.style.visibility = 'visible'; },
      close: () => { container.style.visibility = 'hidden'; },
      remove: () => container.remove(),
      solve: () => callback('token'),
    };
    return 0;
  },
  execute: () => challenge.open()`);

type Challenge = Record<'open' | 'close' | 'remove' | 'solve', () => void>;

clockJourney.for(['close', 'remove'] as const)(
  'the token of a solved challenge counts half a second after "%s" of its frame',
  async (end, { page, feedback: { outcome, progress, send, submit, thankYou }, open }) => {
    const act = (name: keyof Challenge) =>
      page.evaluate(
        (key) => (globalThis as unknown as { challenge: Challenge }).challenge[key](),
        name,
      );
    const response = { contentType: 'text/javascript', body: challengeScript };
    await page.route('**/enterprise.js*', (route) => route.fulfill(response));
    await open('daily-harvest');
    await send();
    await progress('Running the security check').waitFor();
    await page.waitForFunction('globalThis.challenge');
    // Longer than the limit without a challenge.
    await page.clock.runFor(30_000);
    await act('close');
    await page.clock.runFor(1_000);
    await outcome(captchaFailures.dismissed.reason).waitFor();
    await submit.click();
    await progress('Running the security check').waitFor();
    await act(end);
    await page.clock.runFor(500);
    await act('solve');
    await thankYou.waitFor();
  },
);

journey(
  'the captcha script is loaded at the first focus in the form, and again after an attempt offline',
  async ({ context, page, feedback: { outcome, send, subject, submit, thankYou }, open }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('enterprise')) scripts.push(request.url());
    });
    await page.route('**/enterprise.js*', (route) => route.abort());
    await open('daily-harvest');
    await submit.waitFor();
    expect(scripts).toEqual([]);
    await subject.focus();
    await expect.poll(() => scripts).toEqual([expect.stringContaining('render=explicit')]);
    await send();
    await outcome(captchaFailures.blocked.reason).waitFor();
    await context.setOffline(true);
    await submit.click();
    await outcome('You are offline, so nothing was sent.').waitFor();
    await context.setOffline(false);
    await outcome('You were offline, so nothing was sent.').waitFor();
    await outcome('You are connected again. Press Submit to try again.').waitFor();
    await page.unroute('**/enterprise.js*');
    await submit.click();
    await thankYou.waitFor();
  },
);

clockJourney(
  'after a captcha script that does not respond, another attempt requests it again',
  async ({ page, feedback: { outcome, send, submit, thankYou }, open }) => {
    const urls: string[] = [];
    await page.route('**/enterprise.js*', async (route) => {
      urls.push(route.request().url());
      // The first one is never answered.
      if (urls.length > 1) await route.continue();
    });
    await open('daily-harvest');
    await send();
    await expect.poll(() => urls).toHaveLength(1);
    await page.clock.runFor(20_000);
    await outcome(captchaFailures.timeout.reason).waitFor();
    await submit.click();
    await thankYou.waitFor();
    // Another query, or a browser waits for the first one.
    expect(new Set(urls).size).toBe(2);
  },
);

journey(
  'the outcome of a security check scrolls as far as it needs to be seen, and no further',
  async ({ page, feedback: { fill, outcome, submit }, open }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await open('daily-harvest', '?captcha=dismissed');
    await fill(sampleMessage);
    await submit.evaluate((button) => button.scrollIntoView(false));
    await submit.click();
    const block = outcome(captchaFailures.dismissed.reason);
    await block.waitFor();
    // The challenge has had the focus.
    await expectFocus(submit);
    expect((await boxOf(block)).bottom).toBe(812 - 16);
  },
);

journey(
  'what becomes of a message is scrolled into view after a challenge, too',
  async ({ page, feedback: { alerts, fill, outcome, submit }, open }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await open('missing-submission', '?captcha=challenge');
    await fill(sampleMessage);
    await submit.evaluate((button) => button.scrollIntoView(false));
    await submit.click();
    const frame = page.getByTitle('recaptcha challenge').contentFrame();
    await frame.getByRole('button', { name: 'I am not a robot' }).click();
    await outcome('Not sent').waitFor();
    const { y } = await boxOf(alerts.first());
    await expect.poll(async () => (await boxOf(outcome('Not sent'))).bottom).toBeLessThan(y);
  },
);
