import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import type { EarlyPage } from '../../client/feedback/earlyPage.ts';
import { basePath } from '../../client/routes.ts';
import { startHttpServer } from '../startHttpServer.ts';
import { arrivedSubmission } from '../submissions.ts';
import { denyStorage } from './fixtures/denyStorage.ts';
import { expect } from './fixtures/expect.ts';
import { holdRequests, sampleMessage } from './fixtures/feedbackPage.ts';
import { journey } from './fixtures/journey.ts';
import { visibilityOf } from './fixtures/visibilityOf.ts';

/** Opens a page whose script does not arrive until the returned function is called. */
async function openWithoutScript(page: Page, id = 'daily-harvest'): Promise<() => void> {
  const release = await holdRequests(page, /\/assets\//);
  const url = `${inject('hostUrl')}${basePath}/3141592/${id}/contact`;
  await page.goto(url, { waitUntil: 'commit' });
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
    for (const it of copy.querySelectorAll('.captcha, .form-hint, .form-results')) it.remove();
    return [...copy.querySelectorAll('*')].map((element) => [
      element.tagName,
      element.textContent,
      ...[...element.attributes].map(({ name, value }) => `${name}=${value}`).sort(),
    ]);
  });

journey(
  'what is typed before the script runs is counted, stays with the caret, and can be sent',
  async ({ page, feedback }) => {
    const { heading, liveForm, main, subject, message, submit } = feedback;
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/briefs/')) requests.push(request.url());
    });
    const briefId = `daily-harvest.${crypto.randomUUID()}`;
    const release = await openWithoutScript(page, briefId);
    const hint = main.locator('#form-hint');
    await hint.filter({ hasText: 'Write a subject and a message first.' }).waitFor();
    expect(await visibilityOf(hint)).toBe('hidden');
    await subject.pressSequentially('Rye');
    await main.getByText('3 of 100 characters').waitFor();
    await hint.filter({ hasText: 'Write a message first.' }).waitFor();
    expect(await visibilityOf(hint)).toBe('visible');
    await message.fill('I read you');
    await main.getByText('the page is still loading').waitFor();
    await message.press('Control+Home');
    await message.press('Shift+ArrowRight');
    await expect(heading).toHaveText('Feedback for The Daily Harvest');
    await expect(submit).toBeDisabled();

    release();
    await liveForm.waitFor();
    // As at the first focus after it.
    await page.locator('head script[src*="enterprise.js"]').waitFor({ state: 'attached' });
    await main.getByText('10 of 500 characters').waitFor();
    expect(await message.evaluate(readSelection)).toEqual([true, 0, 1]);
    await page.keyboard.type('We');
    await expect(main.getByText('the page is still loading')).toHaveCount(0);
    await submit.click();
    const { body } = await arrivedSubmission(briefId);
    expect(body).toMatchObject({ subjectLine: 'Rye', text: 'We read you' });
    expect(requests).toHaveLength(1);
  },
);

/** Starts a server in front of the host that sends the loader, and the rest of the document on demand, but no script. */
async function startSlowDocument() {
  let sendRest = () => {};
  const restWanted = new Promise<void>((resolve) => {
    sendRest = resolve;
  });
  const { url } = await startHttpServer(async (request, response) => {
    const path = request.url ?? '';
    // The script does not arrive.
    if (path.includes('/assets/')) return;

    const text = await (await fetch(inject('hostUrl') + path)).text();
    if (path.includes('/briefs/')) {
      response.end(text);
      return;
    }
    const [loader = ''] = text.match(/^.*?<\/script>/s) ?? [];
    response.setHeader('content-type', 'text/html');
    response.write(loader);
    await restWanted;
    response.end(text.slice(loader.length));
  });
  return { url: url + basePath, sendRest };
}

journey(
  'a brief that is faster than the document is shown as soon as the document is there',
  async ({ page, feedback: { heading, subject } }) => {
    const { url, sendRest } = await startSlowDocument();
    await page.goto(`${url}/3141592/daily-harvest/contact`, { waitUntil: 'commit' });
    await page.waitForFunction(async () => {
      const { earlyPage } = window as { earlyPage?: EarlyPage };
      return earlyPage?.request.readText();
    });
    sendRest();
    await subject.waitFor();
    await expect(heading).toHaveText('Feedback for The Daily Harvest');
  },
);

const awkwardName = [
  "$& $1 $$ $` $'",
  '{name} {fullName} undefined __proto__',
  '</template></script><script>document.body.remove()</script>',
  `" onclick="alert(1)' <img src=x onerror=document.body.remove()>`,
  '&amp;&lt;b&gt; &nbsp;',
  '../..//%2e%2e%00?#&=;:@+,',
  'a\r\nb\rc\nd\te',
  'a\0b\ufeffc\uffff',
  'half a character: \ud83d',
  '\u202Etfel ot thgir',
  '👩‍👩‍👧 é e\u0301 ﷽',
].join(' ');

journey.for([
  ['with an awkward name', awkwardName],
  ['without a name', ''],
] as const)(
  'the page of a brief %s is the same before the script as the script renders it',
  async ([, name], { page, feedback: { liveForm, subject }, visit }) => {
    const requested = new Set<string>();
    await page.route(/\/briefs\//, (route) => {
      requested.add(route.request().url());
      return route.fulfill({ json: { name, fullName: name } });
    });
    const release = await openWithoutScript(page, '$&');
    await subject.waitFor();
    const early = await readMain(page);
    release();
    await liveForm.waitFor();
    expect(await readMain(page)).toEqual(early);
    const title = await page.title();

    const releaseBrief = await holdRequests(page, /\/briefs\//);
    await visit('/3141592/$&/contact');
    releaseBrief();
    await subject.waitFor();
    expect(await readMain(page)).toEqual(early);
    await expect(page).toHaveTitle(title);
    const encoded = `${inject('hostUrl')}/rest/subscriber-feedback/briefs/%24%26`;
    expect([...requested], 'the requests for the brief').toEqual([encoded]);
  },
);

interface Wait {
  reason: string;
  brief?: object;
  script?: () => void;
  heading: RegExp;
}

const storeMessage = () =>
  sessionStorage.setItem(
    'subscriber-feedback:messages:3141592/daily-harvest',
    '{"unsent":[{"fields":{"subject":"Kept"}}]}',
  );
const failedBrief = { status: 500, json: { name: 'rye', fullName: 'Rye' } };

journey.for<Wait>([
  { reason: 'a notice belongs above the fields', script: storeMessage, heading: /^Feedback for / },
  { reason: 'the browser denies storage', script: denyStorage, heading: /^Feedback for / },
  { reason: 'the backend failed', brief: failedBrief, heading: /does not exist/ },
  { reason: 'the brief is null', brief: { json: null }, heading: /^Feedback for $/ },
])(
  'the page waits for its script if $reason',
  async ({ brief, script, heading }, { addScript, feedback, page }) => {
    if (script) await addScript(script);
    if (brief) await page.route(/\/briefs\//, (route) => route.fulfill(brief));
    const release = await openWithoutScript(page);
    await page.evaluate(async () => {
      const { earlyPage } = window as { earlyPage?: EarlyPage };
      await earlyPage?.request.readText();
      await new Promise(requestAnimationFrame);
    });
    await expect(feedback.heading).toHaveText('Loading...');
    release();
    await expect(feedback.heading).toHaveText(heading);
  },
);

journey(
  'without storage the form works, says so, and the browser asks before it leaves the page',
  async ({ addScript, page, feedback: { fill, submit, outcome }, open }) => {
    await addScript(denyStorage);
    await open('daily-harvest');
    const isAsked = () =>
      page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    const warning = page.getByRole('status').getByText('your browser will not keep your text');
    await fill(sampleMessage);
    await warning.waitFor();
    expect(await isAsked(), 'asks').toBe(true);
    await submit.click();
    await outcome('Sent at').waitFor();
    await expect(warning).toHaveCount(0);
    expect(await isAsked(), 'asks').toBe(false);
  },
);

journey(
  'what is typed before the script runs survives a reload, and a full storage',
  async ({ page, feedback: { fieldValues, fill, message }, takeErrors }) => {
    await openWithoutScript(page);
    await fill(sampleMessage);
    await page.unrouteAll();
    const release = await openWithoutScript(page);
    await message.waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await fill({ ...sampleMessage, subject: 'Rye' });
    release();
    await page.getByText('your browser will not keep your text').waitFor();
    expect(await fieldValues()).toEqual({ ...sampleMessage, subject: 'Rye' });
    // The browser logs an error.
    await takeErrors();
  },
);

journey(
  'text, focus, caret and the next keys survive a tool that changes the page before the script',
  async ({ page, feedback: { fieldValues, fill, liveForm, message, subject }, takeErrors }) => {
    const release = await openWithoutScript(page);
    await subject.evaluate((field) => field.replaceWith(field.cloneNode()));
    await fill(sampleMessage);
    await subject.evaluate((field) => field.remove());
    await message.pressSequentially('!');
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
    expect(await replaced?.evaluate((element) => element.isConnected), 'in the page').toBe(false);
    expect(await message.evaluate(readSelection)).toEqual([true, 0, 1]);
    await page.keyboard.type('We');
    const text = `We${sampleMessage.message.slice(1)}!`;
    expect(await fieldValues()).toEqual({ ...sampleMessage, message: text });
    // React logs an error.
    await takeErrors();
  },
);

journey(
  'a page whose script does not run offers two ways on after 8 s',
  async ({ page, feedback: { subject } }) => {
    await openWithoutScript(page);
    await subject.waitFor();
    const reload = page.getByRole('link', { name: 'Reload the page' });
    for (const [timeMs, visibility] of [
      [7000, 'hidden'],
      [8000, 'visible'],
    ] as const) {
      await page.evaluate((currentTime) => {
        for (const animation of document.getAnimations()) animation.currentTime = currentTime;
      }, timeMs);
      expect(await visibilityOf(reload)).toBe(visibility);
    }
    expect(await visibilityOf(page.getByRole('link', { name: 'contact Briefly' }))).toBe('visible');
  },
);
