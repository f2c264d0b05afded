import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import type { EarlyPage } from '../../client/feedback/earlyPage.ts';
import { basePath } from '../../client/routes.ts';
import { startHttpServer } from '../startHttpServer.ts';
import { denyStorage } from './fixtures/denyStorage.ts';
import { expect } from './fixtures/expect.ts';
import { holdRequests, sampleMessage } from './fixtures/feedbackPage.ts';
import { journey } from './fixtures/journey.ts';
import { openWithoutScript } from './fixtures/openWithoutScript.ts';

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

/** Runs in a page before its scripts. Lets a journey decide when a request times out. */
function controlTimeouts(): void {
  const controller = new AbortController();
  Object.assign(globalThis, { timeOut: () => controller.abort() });
  AbortSignal.timeout = () => controller.signal;
}

journey(
  'a script that arrives after the timeout of the brief reads the brief that the page shows',
  async ({ addScript, page, feedback: { alerts, heading, liveForm, subject } }) => {
    await addScript(controlTimeouts);
    const release = await openWithoutScript(page);
    await subject.waitFor();
    await page.evaluate('timeOut()');
    release();
    await liveForm.waitFor();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await expect(heading).toHaveText('Feedback for The Daily Harvest');
    await expect(alerts).toHaveText([]);
  },
);

journey(
  'a call for the brief that fails once the page shows it leaves the page as it is',
  async ({ page, feedback: { heading, liveForm, fill, fieldValues, subject } }) => {
    const release = await openWithoutScript(page);
    await subject.waitFor();
    await page.evaluate(() => {
      globalThis.Request = function fail() {
        throw new TypeError('Failed to create a request');
      } as never;
    });
    release();
    await liveForm.waitFor();
    await fill(sampleMessage);
    await expect(heading).toHaveText('Feedback for The Daily Harvest');
    expect(await fieldValues()).toEqual(sampleMessage);
  },
);

journey(
  'the special subscriber sees the form but no help links',
  async ({ feedback: { submit, helpLinks }, visit }) => {
    await visit('/0feedbac-0000-4000-8000-00000000abcd/daily-harvest/contact');
    await submit.waitFor();
    await expect(helpLinks).toHaveCount(0);
  },
);
