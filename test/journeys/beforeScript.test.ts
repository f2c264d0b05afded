import type { Page } from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';
import type { EarlyPage } from '../../client/feedback/earlyPage.ts';
import { basePath } from '../../client/routes.ts';
import { feedbackPage, holdRequests, sampleMessage } from '../support/browser/feedbackPage.ts';
import { isolatedJourney, journey } from '../support/browser/journey.ts';
import { submissionsTo } from '../support/mock/submissions.ts';

const contactPath = '/3141592/daily-harvest/contact';

/** Opens a page whose script does not arrive until the returned function is called. */
async function openWithoutScript(page: Page, path = contactPath): Promise<() => void> {
  const release = await holdRequests(page, /\/assets\//);
  await page.goto(`${inject('hostUrl')}${basePath}${path}`, { waitUntil: 'commit' });
  return release;
}

const readSelection = (field: HTMLElement | SVGElement) => {
  const { selectionStart, selectionEnd } = field as HTMLTextAreaElement;
  return [document.activeElement === field, selectionStart, selectionEnd];
};

/** The elements of the page with their texts and attributes, without what only the script adds. */
const readMain = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const copy = main.cloneNode(true) as HTMLElement;
    for (const changing of copy.querySelectorAll('.captcha, .form-status, .form-hint'))
      changing.remove();
    return [...copy.querySelectorAll('*')].map((element) => [
      element.tagName,
      element.textContent,
      ...[...element.attributes].map(({ name, value }) => `${name}=${value}`).sort(),
    ]);
  });

journey(
  'what is typed before the script runs stays, with the caret, and can be sent',
  async ({ page, withSuffix }) => {
    const briefId = withSuffix('daily-harvest');
    const release = await openWithoutScript(page, `/3141592/${briefId}/contact`);
    const { heading, subject, message, submit, thankYou } = feedbackPage(page);
    await subject.pressSequentially(sampleMessage.subject);
    await message.fill(sampleMessage.message);
    await message.press('Control+Home');
    for (let i = 0; i < 4; i++) await message.press('Shift+ArrowRight');
    expect(await heading.textContent()).toBe('Feedback for The Daily Harvest');
    expect(await submit.isDisabled()).toBe(true);

    release();
    await feedbackPage(page).liveForm.waitFor();
    // As at the first focus after it.
    await page.locator('head script[src*="enterprise.js"]').waitFor({ state: 'attached' });
    expect(await submit.isEnabled()).toBe(true);
    const main = await page.getByRole('main').innerText();
    expect(main).toContain(`${sampleMessage.subject.length} of 100 characters`);
    expect(main).toContain(`${sampleMessage.message.length} of 500 characters`);
    expect(await message.evaluate(readSelection)).toEqual([true, 0, 4]);
    await page.keyboard.type('We');
    const text = `We${sampleMessage.message.slice(4)}`;
    expect(await message.inputValue()).toBe(text);
    await submit.click();
    await thankYou.waitFor();
    await expect.poll(() => submissionsTo(briefId)).toHaveLength(1);
    const [submission] = await submissionsTo(briefId);
    expect(submission?.body).toMatchObject({ subjectLine: sampleMessage.subject, text });
  },
);

const awkwardName = [
  "$& $1 $$ $` $'",
  '{name} {fullName} undefined __proto__',
  '</template></script><script>document.body.remove()</script>',
  `" onclick="alert(1)' <img src=x onerror=document.body.remove()>`,
  'javascript:alert(1)//',
  '&amp;&lt;b&gt; &nbsp;',
  '../..//%2e%2e%00?#&=;:@+,',
  'a\r\nb\rc\nd\te',
  'a\0b\ufeffc\uffff',
  'half a character: \ud83d',
  '\u202Etfel ot thgir',
  '👩‍👩‍👧 é e\u0301 ﷽',
  'long '.repeat(1000),
].join(' ');

journey.for([
  ['an awkward', awkwardName],
  ['a blank', ' '],
  ['an empty', ''],
] as const)(
  'the page of a brief with %s name is the same before the script as the script renders it',
  async ([kind, name], { page, visit, withSuffix }) => {
    const path = `/3141592/${withSuffix(kind.replace(' ', '-'))}/contact`;
    const json = { name, fullName: name };
    await page.route(/\/briefs\//, (route) => route.fulfill({ json }));
    const release = await openWithoutScript(page, path);
    await feedbackPage(page).subject.waitFor();
    const early = await readMain(page);
    release();
    await feedbackPage(page).liveForm.waitFor();
    expect(await readMain(page)).toEqual(early);
    const title = await page.title();

    const releaseBrief = await holdRequests(page, /\/briefs\//);
    await visit(path);
    releaseBrief();
    await feedbackPage(page).subject.waitFor();
    expect(await readMain(page)).toEqual(early);
    expect(await page.title()).toBe(title);
  },
);

interface Wait {
  reason: string;
  path?: string;
  brief?: object;
  prepare?: () => void;
  heading: RegExp;
}

const storeMessage = () =>
  sessionStorage.setItem(
    'subscriber-feedback:messages:3141592/daily-harvest',
    '{"unsent":[{"fields":{"subject":"Kept"}}]}',
  );
const removeTemplate = () =>
  document.addEventListener('DOMContentLoaded', () => document.querySelector('template')?.remove());

journey.for<Wait>([
  { reason: 'a notice belongs above the fields', prepare: storeMessage, heading: /^Feedback for / },
  { reason: 'the template is missing', prepare: removeTemplate, heading: /^Feedback for / },
  {
    reason: 'the subscriber is the special one',
    path: '/0FEEDBAC-0000-4000-8000-00000000ABCD/daily-harvest/contact',
    heading: /^Feedback for /,
  },
  { reason: 'there is no such brief', path: '/1/missing-brief/contact', heading: /does not exist/ },
  { reason: 'the backend failed', path: '/1/broken-brief/contact', heading: /does not exist/ },
  {
    reason: 'the brief has no name',
    brief: { json: { fullName: 'X' } },
    heading: /^Feedback for X$/,
  },
  { reason: 'the brief is null', brief: { json: null }, heading: /^Feedback for $/ },
  { reason: 'the brief is HTML', brief: { body: '<p>' }, heading: /does not exist/ },
])(
  'the page waits for its script if $reason',
  async ({ path, brief, prepare, heading }, { page }) => {
    const script = prepare && (await page.addInitScript(prepare));
    onTestFinished(() => script?.dispose());
    if (brief) await page.route(/\/briefs\//, (route) => route.fulfill(brief));
    const release = await openWithoutScript(page, path);
    await expectToWait(page);
    release();
    await expect.poll(() => feedbackPage(page).heading.textContent()).toMatch(heading);
  },
);

/** Expects that the page is still loading after the brief has arrived. */
async function expectToWait(page: Page) {
  await page.evaluate(async () => {
    const { earlyPage } = window as { earlyPage?: EarlyPage };
    await (await earlyPage?.request.response)?.clone().text();
  });
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await feedbackPage(page).heading.textContent()).toBe('Loading...');
}

isolatedJourney(
  'if the browser denies storage, the page waits for its script, and the form works and says what that means',
  async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'sessionStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });
    const release = await openWithoutScript(page);
    await expectToWait(page);
    release();
    const { fill, submit, thankYou } = feedbackPage(page);
    await submit.waitFor();
    const warning = page.getByText('your browser does not keep your text');
    expect(await warning.count()).toBe(0);
    await fill(sampleMessage);
    await warning.waitFor();
    await page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await submit.click();
    await thankYou.waitFor();
    expect(await warning.count()).toBe(0);
  },
);

journey(
  'before the script, the page counts what is typed, says what is missing, and has it after a reload',
  async ({ page }) => {
    await openWithoutScript(page);
    const { message, subject, fieldValues, liveForm } = feedbackPage(page);
    const main = page.getByRole('main');
    await main.getByText('Write a subject and a message first.').waitFor();
    await subject.pressSequentially('Rye');
    await main.getByText('3 of 100 characters').waitFor();
    await main.getByText('Write a message first.').waitFor();
    await message.fill(sampleMessage.message);
    await main.getByText('the page is still loading').waitFor();
    await page.unrouteAll();
    const release = await openWithoutScript(page);
    await main.getByText('3 of 100 characters').waitFor();
    expect(await fieldValues()).toEqual({ ...sampleMessage, subject: 'Rye' });
    release();
    await liveForm.waitFor();
    expect(await main.getByText('the page is still loading').count()).toBe(0);
    expect(await fieldValues()).toEqual({ ...sampleMessage, subject: 'Rye' });
  },
);

journey('what is typed before the script runs stays if the storage is full', async ({ page }) => {
  // The browser logs an error.
  page.removeAllListeners('pageerror');
  const release = await openWithoutScript(page);
  const { fieldValues, fill, submit, message } = feedbackPage(page);
  await message.waitFor();
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await fill(sampleMessage);
  release();
  await feedbackPage(page).liveForm.waitFor();
  expect(await fieldValues()).toEqual(sampleMessage);
  expect(await submit.isEnabled()).toBe(true);
});

journey(
  'the text, the focus, the caret and the next keys survive a tool that changes the page before the script',
  async ({ page }) => {
    // React logs an error.
    page.removeAllListeners('pageerror');
    const release = await openWithoutScript(page);
    const { fieldValues, fill, liveForm, message } = feedbackPage(page);
    await fill(sampleMessage);
    await message.press('Control+Home');
    await message.press('Shift+ArrowRight');
    await page.evaluate(() => {
      for (const element of document.querySelectorAll('label, h1, h2, p, a')) {
        const font = document.createElement('font');
        font.replaceChildren(...element.childNodes);
        element.append(font);
      }
      document.querySelector('textarea')?.after(document.createElement('div'));
    });
    const replaced = await message.elementHandle();
    release();
    await liveForm.waitFor();
    expect(await replaced?.evaluate((element) => element.isConnected)).toBe(false);
    expect(await message.evaluate(readSelection)).toEqual([true, 0, 1]);
    await page.keyboard.type('We');
    const text = `We${sampleMessage.message.slice(1)}`;
    expect(await fieldValues()).toEqual({ ...sampleMessage, message: text });
    await page.reload();
    expect(await fieldValues()).toEqual({ ...sampleMessage, message: text });
  },
);
