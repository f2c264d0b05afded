import { beforeEach, expect, onTestFinished } from 'vitest';
import { journey as test } from '../support/browser/journey.ts';
import { expectReadable, mockConsole, visibleText } from '../support/browser/mockConsole.ts';
import {
  briefsPath,
  postJson,
  shareTestMock,
  submission,
  submitPath,
} from '../support/mock/startTestMock.ts';
import { longTestTimeoutMs } from '../support/timeouts.ts';

const requests = 'view=requests';
const mock = shareTestMock({ journalLimit: 600 });
beforeEach(() => void mock().journal.reset());

const getBrief = (id: string) => fetch(`${mock().url}${briefsPath}/${id}`);

test('a request appears on arrival, and its details follow its response', async ({ page }) => {
  const console = mockConsole(page);
  await console.open(mock().url, requests);
  await page.getByText('No requests yet.').waitFor();
  const request = getBrief('slow-brief.anna');
  const entry = console.entry('slow-brief.anna');
  await entry.waitFor();
  expect(await visibleText(entry)).toMatch(/getBrief[\s\S]*…/);
  await page.keyboard.press('j');
  await console.details('getBrief').getByText('pending').waitFor();
  await request;
  await console.details('getBrief').getByText('200, completed').waitFor();
  expect(await visibleText(entry)).toMatch(/200[\s\S]*3\.\d s/);
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
    await expectReadable(page);
    expect(await marked.allInnerTexts()).toEqual(['{', '  "subjectLine": "",']);
    await console.tab('Violations').click();
    await expectReadable(page);
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

    await console.filter.fill('key:daily-harvest.anna');
    expect(await count()).toBe('2 of 4');
    await console.filter.press('Enter');
    await page.keyboard.type('operation:');
    await console.button('operation:submitFeedback 1').waitFor();
    await expectReadable(page);
    await console.button('operation:getBrief 1').click();
    expect(await count()).toBe('1 of 4');
    await page.keyboard.type('operation:submit');
    await page.keyboard.press('Enter');
    await console.button('Remove operation getBrief, submitFeedback').waitFor();
    await console.button('Remove key daily-harvest.anna').click();
    await page.keyboard.insertText('status:2xx key:daily-harvest.ben');
    await page.keyboard.press('Enter');
    await getBrief('daily-harvest.ben');
    await expect.poll(count).toBe('3 of 5');
    await page.reload();
    await expect.poll(count).toBe('3 of 5');
    await console.filter.focus();
    for (const _ of ['key', 'status', 'operation']) await page.keyboard.press('Backspace');
    await expect.poll(count).toBe('5 of 5');

    await console.testerName.fill('ben');
    expect(await count()).toBe('3 of 3');
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
    await page.getByText('Filter "status": expected a status,').waitFor();
    expect(await count()).toBe('5 of 5');
    await console.open(url, 'view=requests&text=status%3A5xx');
    await page.getByText('None of the 5 requests meets the filters.').waitFor();
  },
  longTestTimeoutMs,
);

test('keys select the next and the previous request and close the details', async ({ page }) => {
  for (const id of ['first', 'second', 'third']) await getBrief(id);
  const console = mockConsole(page);
  await console.open(mock().url, requests);
  await console.entry('third').waitFor();
  const selected = () => visibleText(console.entries.locator('[aria-current=true] code').first());
  const selectedIds: string[] = [];
  for (const key of ['j', 'j', 'j', 'k']) {
    await page.keyboard.press(key);
    selectedIds.push(await selected());
  }
  expect(selectedIds).toEqual(['third', 'second', 'first', 'second']);
  const focused = () => page.locator(':focus').innerText();
  await expect.poll(focused).toMatch(/^getBrief/);
  await page.keyboard.press('Escape');
  await expect.poll(focused).toContain('second');
});

test('a button clears only the requests shown, after a confirmation', async ({ page }) => {
  const { journal } = mock();
  const console = mockConsole(page);
  await console.open(mock().url, 'view=requests&key=daily-harvest');
  for (const id of ['daily-harvest.anna', 'daily-harvest.ben', 'food-and-drink']) {
    await getBrief(id);
  }
  let question = '';
  page.once('dialog', (dialog) => {
    question = dialog.message();
    return dialog.accept();
  });
  await console.button('Clear 2').click();
  await expect.poll(() => journal.list().map(({ key }) => key)).toEqual(['food-and-drink']);
  expect(question).toBe('Remove the requests shown from the journal (2)?');
});

test('a linked request is copied and replayed, and new ones wait while the list is paused', async ({
  page,
  context,
}) => {
  const { url, journal } = mock();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await getBrief('missing-brief.anna');
  const console = mockConsole(page);
  await console.open(url, `view=requests&entry=${journal.list()[0]?.id}`);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await console.button('Copy as curl').click();
  await console.details('getBrief').getByText('Copied.').waitFor();
  expect(await clipboard()).toContain(`curl -ig '${url}${briefsPath}/missing-brief.anna'`);

  await console.button('Pause').click();
  await console.button('Replay').click();
  await console.details('getBrief').getByText('Status 404').waitFor();
  await expect.poll(() => visibleText(console.count)).toBe('1 of 1, 1 newer');
  await console.button('Resume').click();
  await expect.poll(() => visibleText(console.count)).toBe('2 of 2');

  await console.open(url, 'view=requests&entry=999999');
  await console.details('Request 999999').getByText('It was cleared or dropped.').waitFor();
});

test('nothing moves when a request is copied or replayed', async ({ page, context }) => {
  const { url, journal } = mock();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await getBrief('missing-brief.anna');
  const console = mockConsole(page);
  await console.open(url, `view=requests&entry=${journal.list()[0]?.id}`);
  const close = console.button('Close the details');
  const tab = console.tab('Overview');
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 740 });
    const places = async () => [await close.boundingBox(), await tab.boundingBox()];
    const before = await places();
    for (const [name, note] of [
      ['Copy as curl', 'Copied.'],
      ['Replay', 'Status 404'],
    ] as const) {
      await console.button(name).click();
      await console.details('getBrief').getByText(note).waitFor();
      expect(await places(), `after ${name} at ${width}`).toEqual(before);
    }
  }
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

test('a screen reader gets the key of a request as one word', async ({ page }) => {
  const console = mockConsole(page);
  await console.open(mock().url, requests);
  await getBrief('login-page-brief.anna');
  await console.entries.getByRole('link', { name: 'getBrief login-page-brief.anna' }).waitFor();
});

test('on a phone, the first request starts above 160 px, and a menu has the other actions', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 740 });
  const console = mockConsole(page);
  await console.open(mock().url, requests);
  await getBrief('daily-harvest.anna');
  await console.entry('daily-harvest.anna').waitFor();
  expect((await console.entries.first().boundingBox())?.y).toBeLessThan(160);
  expect(await console.button('Pause').isVisible()).toBe(false);
  await console.button('More').click();
  await console.button('Pause').click();
  await console.button('Resume').click();
  await console.button('Pause').waitFor();
  await page.keyboard.press('Escape');
  await console.button('Pause').waitFor({ state: 'hidden' });
  await page.setViewportSize({ width: 1280, height: 740 });
  await console.button('Pause').waitFor();
});

test('times are in the format of the reader', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const { url, journal } = mock();
  const at = '2026-11-23T21:05:09.042Z';
  journal.add({ at, method: 'GET', path: '/' }).update({ status: 200, outcome: 'completed' });
  const console = mockConsole(page);
  await console.open(url, `view=requests&tab=overview&entry=${journal.list()[0]?.id}`);
  const arrived = page.getByRole('definition').filter({ hasText: '2026' });
  expect(await visibleText(arrived)).toBe('Montag, 23. November 2026 um 22:05:09 MEZ');
  expect(await visibleText(console.entries.getByRole('time'))).toBe('22:05:09,042');
});

test('the newest 500 requests are listed', async ({ page }) => {
  const { url, journal } = mock();
  for (let i = 1; i <= 700; i += 1) {
    const request = { at: new Date().toISOString(), method: 'GET', path: '/' };
    journal.add(request).update({ status: 200, outcome: 'completed' });
  }
  const console = mockConsole(page);
  await console.open(url, requests);
  await expect.poll(() => visibleText(console.count)).toBe('600 of 600, 100 dropped');
  expect(await console.entries.count()).toBe(500);
  await page.getByText('The newest 500 are listed.').waitFor();
});

test(
  'coverage shows how often each operation sent each status, and the requests of one',
  async ({ page }) => {
    const { url } = mock();
    await fetch(`${url}/mock/reset`, { method: 'POST' });
    const console = mockConsole(page);
    await console.open(url, 'view=coverage&name=anna');
    await expect.poll(() => visibleText(console.coverage)).toMatch(/^0 of \d+$/m);
    const statuses = await console.coverage.getByRole('columnheader').allInnerTexts();
    const row = console.coverage.getByRole('row', { name: 'getBrief' });
    const cell = (status: string) => row.locator('td, th').nth(statuses.indexOf(status));
    expect(await visibleText(cell('200'))).toBe('never');
    for (const id of ['daily-harvest.anna', 'daily-harvest.ben', 'stack-trace-brief.anna']) {
      await fetch(`${url}${briefsPath}/${id}`);
    }
    // A scenario asked for it, although the contract does not declare it.
    await expect.poll(() => visibleText(cell('500'))).toBe('1×\nscenario');
    await cell('200').getByRole('link', { name: '1×' }).click();
    const details = console.coverage.getByRole('region', { name: 'getBrief 200' });
    await expectReadable(page);
    expect(await visibleText(details)).toMatch(/json\s+1×/);
    await console.testerName.fill('');
    await cell('200')
      .getByRole('link', { name: /^(?!1×)/ })
      .waitFor();
    await details.getByRole('link', { name: 'Requests with this response' }).click();
    await expect.poll(() => visibleText(console.count)).toBe('2 of 3');
  },
  longTestTimeoutMs,
);

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
