import type { Route } from 'playwright-core';
import { beforeEach, expect, onTestFinished } from 'vitest';
import { startObserver } from '../../mock-api/startObserver.ts';
import { forTester } from '../../mock-api/testing/forTester.ts';
import {
  briefsPath,
  postJson,
  shareTestMock,
  submission,
  submitPath,
} from '../mock/fixtures/startTestMock.ts';
import { longTestTimeoutMs } from '../timeouts.ts';
import { findViolations } from './fixtures/findViolations.ts';
import { journey as test } from './fixtures/journey.ts';
import { mockConsole, visibleText } from './fixtures/mockConsole.ts';

const requests = 'view=requests';
const mock = shareTestMock({ journalLimit: 600 });
beforeEach(() => void mock().journal.reset());

const getBrief = (id: string, init?: RequestInit) =>
  fetch(`${mock().url}${briefsPath}/${id}`, init);

test('a request appears on arrival, and its details follow its end', async ({ page }) => {
  const console = mockConsole(page);
  await console.open(mock().url, requests);
  await page.getByText('No requests yet.').waitFor();
  const aborted = new AbortController();
  const request = getBrief('slow-brief.anna', { signal: aborted.signal });
  // A screen reader gets the key as one word.
  await console.entries.getByRole('link', { name: 'getBrief slow-brief.anna' }).click();
  await console.details('getBrief').getByText('pending').waitFor();
  aborted.abort();
  await expect(request).rejects.toThrow();
  await console.details('getBrief').getByText('client aborted').first().waitFor();
  expect(await visibleText(console.entry('slow-brief.anna'))).toMatch(/client aborted\s+\d/);
});

test(
  'the details of a submission contain its fields, violations and their lines in the contract',
  async ({ page, context }) => {
    const console = mockConsole(page);
    await console.open(mock().url, requests);
    const text = '<img src=x onerror="document.title = 1"> & "so on"\n🌾';
    await postJson(
      mock().url + submitPath,
      submission({ text, subscriberId: 7, subjectLine: '', copyTo: 'me' }),
    );
    await console.entry('submitFeedback').getByText('2 violations').waitFor();
    await console.entry('submitFeedback').getByRole('link').click();
    const details = console.details('submitFeedback');
    await expect
      .poll(() => visibleText(details))
      .toMatch(/request\.body\s+The body has the unknown property "copyTo"\.\s+Contract, line \d+/);
    await console.tab('Request').click();
    const body = details.getByRole('list', { name: 'Body' }).getByRole('listitem');
    const lines = await body.allInnerTexts();
    expect(JSON.parse(lines.join('\n'))).toMatchObject({ text, subscriberId: 7 });
    const marked = body.filter({ has: page.locator('mark') });
    expect(await marked.allInnerTexts()).toEqual(['{', '  "subjectLine": "",']);
    const contract = context.waitForEvent('page');
    await details
      .getByRole('link', { name: /^Contract, line/ })
      .first()
      .click();
    const opened = await contract;
    await expect.poll(() => opened.locator('pre').innerText()).toMatch(/^openapi: 3/);
    await opened.close();
  },
  longTestTimeoutMs,
);

test(
  'filters and the name also apply to later requests, and survive a reload',
  async ({ page }) => {
    const { url } = mock();
    const console = mockConsole(page);
    await console.open(url, requests);
    for (const briefId of ['daily-harvest.anna', 'daily-harvest.ben']) {
      await getBrief(briefId);
      await postJson(url + submitPath, submission({ briefId }));
    }
    const count = () => visibleText(console.count);
    await expect.poll(count).toBe('4 of 4');

    await console.filter.fill('key:daily-harvest.anna operation:getBrief');
    await expect.poll(count).toBe('1 of 4');
    await console.filter.fill('operation:getBrief operation:submitFeedback status:2xx harvest.ben');
    await getBrief('daily-harvest.ben');
    await expect.poll(count).toBe('3 of 5');
    await page.reload();
    await expect.poll(count).toBe('3 of 5');
    await console.filter.fill('');

    await console.testerName.fill('ben');
    await expect.poll(count).toBe('3 of 3');
    const codes = console.entries.first().locator('code');
    expect(await codes.allTextContents()).toEqual([
      'daily-harvest',
      `${briefsPath}/daily-harvest.ben`,
    ]);
    await console.testerName.fill('ben.');
    await page.getByText('No requests, because the name is not valid.').waitFor();
    expect(await count()).toBe('0 of 0');
    expect(await console.button('Reset').isDisabled()).toBe(true);
    await console.testerName.fill('bob');
    await page.getByText('No request has the name bob.').waitFor();
    await console.testerName.fill('');
    await console.filter.fill('status:6xx');
    await console.filter.blur();
    await page.getByText('status: expected a status such as 404,').waitFor();
    expect(await count()).toBe('5 of 5');
    await console.open(url, 'view=requests&text=status%3A5xx');
    await page.getByText('None of the 5 requests meets the filter.').waitFor();
  },
  longTestTimeoutMs,
);

test('a keyboard opens the details of a request, and Escape returns to its row', async ({
  page,
}) => {
  const console = mockConsole(page);
  await console.open(mock().url, requests);
  for (const id of ['first', 'second']) await getBrief(id);
  await console.entry('first').getByRole('link').press('Enter');
  const focused = () => page.locator(':focus').innerText();
  await expect.poll(focused).toMatch(/^getBrief/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect.poll(focused).toContain('first');
  expect(await console.details('getBrief').count()).toBe(0);
});

test('a button clears the requests shown, and the tests that they belong to say so', async ({
  page,
}) => {
  const { url, journal } = mock();
  const [anna, ben] = await Promise.all(['anna', 'ben'].map((name) => forTester(name, { url })));
  for (const id of ['daily-harvest.anna', 'daily-harvest', 'food-and-drink.ben']) {
    await getBrief(id);
  }
  const console = mockConsole(page);
  await console.open(url, 'view=requests&text=key%3Adaily-harvest');
  let question = '';
  page.once('dialog', (dialog) => {
    question = dialog.message();
    return dialog.accept();
  });
  await console.button('Clear 2').hover();
  expect(await findViolations(page)).toEqual([]);
  await console.button('Clear 2').click();
  await expect.poll(() => journal.list().map(({ key }) => key)).toEqual(['food-and-drink.ben']);
  expect(question).toBe('Remove the requests shown from the journal (2)?');
  await expect(anna?.journal({})).rejects.toThrow(
    /since \S+ are no longer all there: POST \/mock\/journal\/clear in the console by /,
  );
  expect(await ben?.journal({})).toHaveLength(1);
});

test.for([
  ['Reset all', '**/mock/reset'],
  ['Clear 1', '**/mock/journal/clear'],
] as const)('"%s" shows why the mock has not done it', async ([name, url], { page }) => {
  await getBrief('daily-harvest');
  const console = mockConsole(page);
  await console.open(mock().url, requests);
  const messages: string[] = [];
  page.on('dialog', (dialog) => {
    messages.push(`${dialog.type()}: ${dialog.message()}`);
    return dialog.accept();
  });
  const detail = 'Host: expected a name of this machine.';
  const replies: [string, (route: Route) => Promise<void>][] = [
    [`alert: ${detail}`, (route) => route.fulfill({ status: 403, json: { detail } })],
    ['alert: The mock did not respond.', (route) => route.abort()],
  ];
  for (const [message, reply] of replies) {
    await page.route(url, reply, { times: 1 });
    await console.button(name).click();
    await expect.poll(() => messages.at(-1)).toBe(message);
  }
});

test('a linked request is copied, and nothing moves', async ({ page, context }) => {
  const { url, journal } = mock();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await getBrief('missing-brief.anna');
  const console = mockConsole(page);
  await console.open(url, `view=requests&entry=${journal.list()[0]?.id}`);
  const details = console.details('getBrief');
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 740 });
    const close = console.button('Close the details');
    const places = async () => [
      await close.boundingBox(),
      await console.tab('Request').boundingBox(),
    ];
    const before = await places();
    await console.button('Copy as curl').click();
    await details.getByText('Copied.').waitFor();
    expect(await places(), `at ${width}`).toEqual(before);
  }
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`curl -ig '${url}${briefsPath}/missing-brief.anna'`);

  await console.open(url, 'view=requests&entry=999999');
  await console.details('Request 999999').getByText('It was cleared or dropped.').waitFor();
});

test('a request is also copied where the browser has no clipboard API', async ({ page }) => {
  const { port, journal } = mock();
  await getBrief('missing-brief.anna');
  const console = mockConsole(page);
  // Browsers trust localhost and HTTPS alone.
  await console.open(`http://0.0.0.0:${port}`, `view=requests&entry=${journal.list()[0]?.id}`);
  expect(await page.evaluate('isSecureContext')).toBe(false);
  await console.button('Copy as curl').click();
  await console.details('getBrief').getByText('Copied.').waitFor();
  await console.filter.focus();
  await page.keyboard.press('ControlOrMeta+v');
  expect(await console.filter.inputValue()).toContain(`${briefsPath}/missing-brief.anna`);
});

test('on a phone, each view has its first row above 160 px', async ({ page }) => {
  const console = mockConsole(page);
  await getBrief('daily-harvest.anna');
  for (const width of [320, 375]) {
    await page.setViewportSize({ width, height: 640 });
    for (const view of ['scenarios', 'requests']) {
      await console.open(mock().url, `view=${view}`);
      const rows = page.locator('tbody tr, .request-list li');
      await expect.poll(async () => (await rows.first().boundingBox())?.y).toBeLessThan(160);
      const count = await console.view('Requests').locator('.badge').boundingBox();
      expect((count?.x ?? Infinity) + (count?.width ?? 0), view).toBeLessThan(width);
    }
  }
});

test('times are in the format of the reader', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const { url, journal } = mock();
  const at = '2026-11-23T21:05:09.042Z';
  journal.add({ at, method: 'GET', path: '/', status: 200, outcome: 'completed' });
  const console = mockConsole(page);
  await console.open(url, `view=requests&tab=request&entry=${journal.list()[0]?.id}`);
  const arrived = page.getByRole('definition').filter({ hasText: '2026' });
  expect(await visibleText(arrived)).toBe('Montag, 23. November 2026 um 22:05:09 MEZ');
  expect(await visibleText(console.entries.getByRole('time'))).toBe('22:05:09,042');
});

test('the newest 500 requests are listed', async ({ page }) => {
  const { url, journal } = mock();
  for (let i = 1; i <= 700; i += 1) {
    const request = { at: new Date().toISOString(), method: 'GET', path: '/' };
    journal.add({ ...request, status: 200, outcome: 'completed' });
  }
  const console = mockConsole(page);
  await console.open(url, requests);
  await expect.poll(() => visibleText(console.count)).toBe('600 of 600, 100 dropped');
  expect(await console.entries.count()).toBe(500);
  await page.getByText('The newest 500 are listed.').waitFor();
});

test('a lost connection is shown until the mock responds again', async ({ page, context }) => {
  const console = mockConsole(page);
  await console.open(mock().url, requests);
  await page.getByText('No requests yet.').waitFor();
  const problems = () => visibleText(console.problems);
  await context.setOffline(true);
  await expect.poll(problems).toMatch(/^The connection to the mock was lost\./);
  await context.setOffline(false);
  await expect.poll(problems).toBe('');
});

test('the console of an observer has requests, but no scenarios', async ({ page }) => {
  const { url, close } = await startObserver({ backend: new URL(mock().url), port: 0 });
  onTestFinished(close);
  const console = mockConsole(page);
  await console.open(url, 'view=scenarios');
  await page.getByText('No requests yet.').waitFor();
  const views = await page.getByRole('navigation').getByRole('link').allInnerTexts();
  expect(views.join()).toMatch(/^Requests\s*0$/);
});
