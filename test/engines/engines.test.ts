import { expect, inject, onTestFinished, test } from 'vitest';
import { formFields } from '../../client/feedback/messageFields.ts';
import { basePath } from '../../client/routes.ts';
import { sampleMessage, sent } from '../page/fixtures/feedbackPage.ts';
import { expectFocus } from '../page/fixtures/focus.ts';
import { isAskedToStay } from '../page/fixtures/isAskedToStay.ts';
import { startHttpServer } from '../startHttpServer.ts';
import { arrivedSubmission, submissionsTo } from '../submissions.ts';
import { longTestTimeoutMs } from '../timeouts.ts';
import { engineJourney, otherEngineJourney } from './engineJourney.ts';
import type { EngineLocator, EnginePage } from './enginePage.ts';
import { launchFirefox } from './launchFirefox.ts';

/** The texts of the elements with a role that have one. */
async function textsOf(page: EnginePage, role: 'alert' | 'status') {
  const texts = await page.getByRole(role).allInnerTexts();
  return texts.map((text) => text.trim()).filter(Boolean);
}

const expectOne = (locator: EngineLocator) => expect.poll(() => locator.count()).toBe(1);

otherEngineJourney(
  'Submit is enabled once both fields have text, and the subscriber is thanked before the response',
  async ({
    feedback: { fieldValues, subject, message, submit, submitState, thankYou, main },
    open,
  }) => {
    const briefId = await open('slow-submission');
    await subject.fill(sampleMessage.subject);
    expect(await submitState()).toBe('disabled');
    expect(await main.allInnerTexts()).toEqual([expect.stringMatching(/\b9 of 100 characters/)]);
    await message.fill(sampleMessage.message);
    expect(await submitState()).toBe('enabled');
    await submit.click();
    await thankYou.waitFor();
    expect(await fieldValues()).toEqual({ subject: '', message: '' });
    const { body, status, violations } = await arrivedSubmission(briefId);
    expect({ body, status, violations }).toEqual({
      body: {
        briefId,
        subscriberId: '3141592',
        subjectLine: sampleMessage.subject,
        text: sampleMessage.message,
        recaptchaResponse: expect.stringMatching(/.+/),
      },
      status: undefined,
      violations: [],
    });
  },
);

otherEngineJourney(
  'a message that was not sent is back in the form, and can be sent again after a reload',
  async ({ page, feedback: { fieldValues, outcome, send, submit }, open }) => {
    await open('flaky-submission');
    await send();
    await outcome('Not sent').waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
    await page.reload();
    await outcome('Not sent').waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
    await submit.click();
    await page.getByRole('link', { name: 'Contact Briefly' }).waitFor();
    await submit.click();
    await outcome(sent('Thank you')).waitFor();
  },
);

otherEngineJourney(
  'Back shows what has been written and sent on another page of the tab',
  async ({ page, feedback: { fieldValues, subject, message, submit, outcome }, open }) => {
    const briefId = await open('daily-harvest');
    await subject.fill('Draft');
    // As another e-mail's link does.
    await open('daily-harvest', '?utm=1');
    expect(await subject.inputValue()).toBe('Draft');
    await message.fill('from the second page');
    await page.goBack();
    await expect.poll(() => message.inputValue()).toBe('from the second page');

    await open('daily-harvest', '?utm=2');
    await submit.click();
    await outcome(sent('Draft')).waitFor();
    await page.goBack();
    await expect.poll(fieldValues).toEqual({ subject: '', message: '' });
    await outcome(sent('Draft')).waitFor();
    expect(await submissionsTo(briefId)).toHaveLength(1);
  },
);

otherEngineJourney(
  'an emoji that does not fit is left out as a whole',
  async ({ feedback: { subject }, open }) => {
    await open('daily-harvest');
    await subject.fill(`${'x'.repeat(97)}🥕🥕`);
    expect(await subject.inputValue()).toBe(`${'x'.repeat(97)}🥕`);
  },
);

otherEngineJourney(
  'the browser asks before it leaves the page while the security check runs, and only then',
  async ({ page, feedback: { send, submit }, visit }) => {
    await visit('/3141592/daily-harvest/contact?captcha=never');
    await submit.waitFor();
    expect(await page.evaluate(isAskedToStay), 'asks').toBe(false);
    await send();
    expect(await page.evaluate(isAskedToStay), 'asks').toBe(true);
    await page.reload();
    await submit.waitFor();
    expect(await page.evaluate(isAskedToStay), 'asks').toBe(false);
  },
);

otherEngineJourney(
  'the index page offers to try again until it works, and Back leads to where one came from',
  async ({ page, feedback: { alert, heading, tryAgain, submit }, open, visit }) => {
    await visit('/?first');
    await open('flaky-brief', '?captcha=expired');
    const failures = alert('Error: getBrief failed with status 500');
    await expectOne(failures);
    await expect
      .poll(() => heading.allInnerTexts())
      .toEqual(['Error: the page you are looking for does not exist.']);
    await tryAgain.click();
    await expect.poll(() => failures.count()).toBe(2);
    await tryAgain.click();
    await submit.waitFor();
    await expectFocus(heading);
    expect(await page.evaluate(() => location.href)).toMatch(
      /\/flaky-brief\.\w+\/contact\?captcha=expired$/,
    );
    await page.goBack();
    await expect.poll(() => page.evaluate(() => location.search)).toBe('?first');
  },
);

otherEngineJourney(
  'the keyboard alone is enough to write and submit a message',
  async ({ page, feedback: { submit, thankYou }, open }) => {
    await open('daily-harvest');
    await submit.waitFor();
    await page.keyboard.press('Tab');
    await expectFocus(page.getByRole('link', { name: 'Skip to the content' }));
    await page.keyboard.press('Enter');
    // Six links precede it in the cards.
    for (let link = 0; link <= 6; link += 1) await page.keyboard.press('Tab');
    for (const { label } of formFields) {
      await expectFocus(page.getByRole('textbox', { name: label }));
      await page.keyboard.type(label);
      await page.keyboard.press('Tab');
    }
    await expectFocus(submit);
    await page.keyboard.press('Enter');
    await thankYou.waitFor();
  },
);

otherEngineJourney(
  'a screen reader finds the sections by name and alerts without buttons, and is led to the outcome',
  async ({ page, feedback: { heading, outcome, send, submit }, open }) => {
    await open('missing-submission');
    await submit.waitFor();
    expect(await heading.allInnerTexts()).toEqual([
      'Feedback for The “missing-submission” scenario',
    ]);
    await expectOne(page.getByRole('region', { name: 'Self-service' }));
    await expectOne(page.getByRole('form', { name: 'Contact the editor' }));
    await expectOne(page.getByRole('region', { name: 'Notifications' }));
    await send();
    const error = 'Error: submitFeedback failed with status 404';
    await expect.poll(() => textsOf(page, 'alert')).toEqual([error]);
    const thanks = 'Thank you! Your feedback has been received';
    expect(await textsOf(page, 'status')).toContain(thanks);
    await expectFocus(outcome('Not sent'));
    await expectOne(page.getByRole('button', { name: `Close alert: ${error}` }));
  },
);

otherEngineJourney(
  'at 320 px the page does not scroll sideways',
  async ({ page, feedback: { submit }, open }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await open('daily-harvest');
    await submit.waitFor();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  },
);

/** Opens the page of a brief under a policy that disables scripts in the document. */
async function openWithoutJavaScript(page: EnginePage) {
  const url = `${inject('hostUrl')}${basePath}/3141592/daily-harvest/contact`;
  const sandbox = await startHttpServer(async (_request, response) => {
    response.setHeader('content-security-policy', 'sandbox');
    response.setHeader('content-type', 'text/html');
    response.end(await (await fetch(url)).text());
  });
  await page.goto(sandbox.url);
}

engineJourney(
  'without JavaScript, the page says so with a link, and shows nothing that cannot work or is loading',
  async ({ page, takeErrors }) => {
    await openWithoutJavaScript(page);
    await expectOne(page.getByRole('link', { name: 'Contact Briefly' }));
    const shown = await page.evaluate(() => document.body.innerText);
    expect(shown).toContain('This page needs JavaScript to send your message.');
    expect(shown).not.toMatch(/Loading...|Submit|Advertise/);
    // It would appear after 8 s.
    const slowHint = page.locator('.slow-hint');
    expect(await slowHint.evaluate((hint) => getComputedStyle(hint).display)).toBe('none');
    await page.setViewportSize({ width: 375, height: 812 });
    const buttons = await page.evaluate(() =>
      [...document.querySelectorAll('button')]
        .filter((button) => button.checkVisibility())
        .map((button) => button.outerHTML),
    );
    expect(buttons).toEqual([]);
    // Chromium reports the blocked script.
    await takeErrors();
  },
);

engineJourney(
  'what the console shows as an error fails a journey, violations of the policy included',
  async ({ page, visit, takeErrors }) => {
    await visit('/');
    await page.locator('h1').evaluate((element) => {
      console.error('logged');
      element.addEventListener('custom', () => {
        throw new Error('thrown');
      });
      element.dispatchEvent(new Event('custom'));
      element.append(Object.assign(document.createElement('style'), { textContent: 'a {}' }));
    });
    expect(await takeErrors()).toEqual([
      expect.stringMatching(/^logged$/),
      expect.stringMatching(/Error: thrown$|^thrown$/),
      expect.stringMatching(/Content.Security.Policy|securitypolicyviolation/),
    ]);
  },
);

if (inject('engine') !== 'webkit') {
  // WebKit cuts the text before its events.
  engineJourney(
    'a note says that the end of a text is missing, or may be, if a tool has inserted it up to the limit',
    async ({ page, feedback: { subject }, open }) => {
      const insert = (field: HTMLInputElement) => {
        field.focus();
        document.execCommand('insertText', false, 'x'.repeat(60));
      };
      const note = page.locator('[role=status]', { hasText: /left out|may be missing/ });
      await open('daily-harvest');
      await subject.evaluate(insert);
      await page.locator('.field', { hasText: '60 of 100 characters' }).waitFor();
      expect(await note.allInnerTexts()).toEqual([]);
      await subject.evaluate(insert);
      await note.waitFor();
      expect(await subject.inputValue()).toBe('x'.repeat(100));
    },
  );

  // The driver of WebKitGTK cannot compose.
  otherEngineJourney(
    'a composed text has no note unless the end of it does not fit',
    async ({ page, feedback: { subject }, compose, open }) => {
      const leftOut = page.locator('[role=status]', { hasText: 'left out' });
      await open('daily-harvest');
      await subject.fill('x');
      await compose(['n', 'ni', 'に', 'にh', 'にほ', 'にほn', 'にほん', '日本']);
      await compose(['´', 'é']);
      await expectOne(page.locator('.field', { hasText: '4 of 100 characters' }));
      expect(await subject.inputValue()).toBe('x日本é');
      expect(await leftOut.allInnerTexts()).toEqual([]);

      await page.keyboard.type('x'.repeat(91));
      await compose(['y', 'yy', 'yyy']);
      await compose(['x', 'xx', 'xxx', 'xxxx', 'xxxxx']);
      const note = 'The text you added was too long. Its last 3 characters were left out.';
      await expect.poll(() => leftOut.allInnerTexts()).toEqual([note]);
      expect(await subject.inputValue()).toBe(`x日本é${'x'.repeat(91)}yyyxx`);
    },
  );
}

if (inject('engine') === 'firefox') {
  test(
    'the accessibility engine of Firefox calls the fields required, and not invalid',
    async () => {
      const engine = await launchFirefox();
      onTestFinished(async () => void (await engine.close()));
      await engine.goto(`${inject('hostUrl')}${basePath}/3141592/daily-harvest/contact`);
      const states = () => engine.readStates(['Subject', 'Message']);
      await expect.poll(states).toEqual(['required', 'required']);
    },
    longTestTimeoutMs,
  );

  test(
    'Firefox still gives a page in its back/forward cache a session storage of its own',
    async () => {
      const { url } = await startHttpServer((_, response) => void response.end());
      // Puppeteer waits in vain for a page from the cache, also afterwards.
      const engine = await launchFirefox();
      onTestFinished(async () => void (await engine.close()));
      await engine.goto(`${url}/first`);
      await engine.call(() => sessionStorage.setItem('writtenOn', 'first'));
      await engine.goto(`${url}/second`);
      await engine.call(() => sessionStorage.setItem('writtenOn', 'second'));
      await engine.call(() => history.back());
      await expect.poll(() => engine.call(() => location.pathname)).toBe('/first');
      const found = await engine.call(() => sessionStorage.getItem('writtenOn'));
      // Without it, stayOutOfBackForwardCache.ts can go.
      expect(found).toBe('first');
    },
    longTestTimeoutMs,
  );
}
