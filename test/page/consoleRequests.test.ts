import type { Route } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { startObserver } from '../../mock-api/startObserver.ts';
import { mockWith } from '../mock/fixtures/mockTest.ts';
import { briefsPath } from '../mock/fixtures/startTestMock.ts';
import { longTestTimeoutMs } from '../timeouts.ts';
import { expect } from './fixtures/expect.ts';
import { journey } from './fixtures/journey.ts';
import { mockConsole } from './fixtures/mockConsole.ts';

const requests = 'view=requests';
const test = journey.extend('mock', { scope: 'file' }, mockWith());
test.beforeEach(({ mock }) => void mock.journal.reset());

test('a request appears on arrival, and its details follow its end', async ({ page, mock }) => {
  const console = mockConsole(page);
  await console.open(mock.url, requests);
  await page.getByText('No requests yet.').waitFor();
  const request = mock.getBrief('slow-brief.anna');
  request.catch(() => {});
  // A screen reader gets the key as one word.
  await console.entries.getByRole('link', { name: 'getBrief slow-brief.anna' }).click();
  await console.details('getBrief').getByText('pending').waitFor();
  request.abort();
  await console.details('getBrief').getByText('client aborted').first().waitFor();
  await expect(console.entry('slow-brief.anna')).toHaveText(/client aborted\s+\d/);
});

test(
  'the details of a submission contain its fields, violations and their lines in the contract',
  async ({ page, context, mock }) => {
    const console = mockConsole(page);
    await console.open(mock.url, requests);
    const text = '<img src=x onerror="document.title = 1"> & "so on"\n🌾';
    await mock.submit({ text, subscriberId: 7, subjectLine: '', copyTo: 'me' });
    await console.entry('submitFeedback').getByText('2 violations').waitFor();
    await console.entry('submitFeedback').getByRole('link').click();
    const details = console.details('submitFeedback');
    await expect(details).toContainText('The body has the unknown property "copyTo".');
    await console.tab('Request').click();
    const body = details.getByRole('list', { name: 'Body' }).getByRole('listitem');
    const lines = await body.allInnerTexts();
    expect(JSON.parse(lines.join('\n'))).toMatchObject({ text, subscriberId: 7 });
    const marked = body.filter({ has: page.locator('mark') });
    await expect(marked).toHaveText(['{', '"subjectLine": "",']);
    const contract = context.waitForEvent('page');
    const link = details.getByRole('link', { name: /^Contract, line/ });
    await link.first().click();
    const opened = await contract;
    await expect(opened.locator('pre')).toHaveText(/^openapi: 3/);
    await opened.close();
  },
  longTestTimeoutMs,
);

test('the filter and the name also apply to later requests, and survive a reload', async ({
  page,
  mock,
}) => {
  const console = mockConsole(page);
  await console.open(mock.url, requests);
  for (const id of ['daily-harvest.anna', 'daily-harvest.ben', 'food-and-drink.ben'])
    await mock.getBrief(id);
  await expect(console.count).toHaveText('3 of 3');
  await console.filter.fill('operation:getBrief harvest');
  await expect(console.count).toHaveText('2 of 3');
  await console.testerName.fill('ben');
  await expect(console.count).toHaveText('1 of 2');
  await mock.getBrief('daily-harvest.ben');
  await expect(console.count).toHaveText('2 of 3');
  await page.reload();
  await expect(console.count).toHaveText('2 of 3');
  await expect(console.entries.first().locator('code')).toHaveText([
    'daily-harvest',
    `${briefsPath}/daily-harvest.ben`,
  ]);
});

test('an empty list says why, and an invalid filter what was expected', async ({ page, mock }) => {
  const console = mockConsole(page);
  await mock.getBrief('daily-harvest');
  const reasons = Object.entries({
    'name=ben.': 'No requests, because the name is not valid.',
    'name=bob': 'No request has the name bob.',
    'text=status:5xx': 'None of the 1 requests meets the filter.',
    'text=status:6xx': 'status: expected a status such as 404,',
  });
  for (const [query, reason] of reasons) {
    await console.open(mock.url, `${requests}&${query}`);
    await page.getByText(reason).waitFor();
  }
});

test('a keyboard opens the details of a request, and Escape returns to its row', async ({
  page,
  mock,
}) => {
  const console = mockConsole(page);
  await console.open(mock.url, requests);
  for (const id of ['first', 'second']) await mock.getBrief(id);
  await console.entry('first').getByRole('link').press('Enter');
  const focused = page.locator(':focus');
  await expect(focused).toHaveText(/^getBrief/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(focused).toContainText('first');
  await expect(console.details('getBrief')).toHaveCount(0);
});

test('a button asks before it clears the requests shown, and shows why the mock has not', async ({
  page,
  mock,
}) => {
  for (const id of ['daily-harvest.anna', 'daily-harvest', 'food-and-drink.ben'])
    await mock.getBrief(id);
  const console = mockConsole(page);
  await console.open(mock.url, `${requests}&text=key:daily-harvest`);
  const messages: string[] = [];
  page.on('dialog', (dialog) => {
    messages.push(`${dialog.type()}: ${dialog.message()}`);
    return dialog.accept();
  });
  const question = 'confirm: Remove the requests shown from the journal (2)?';
  const detail = 'Host: expected a name of this machine.';
  const failures: [string, (route: Route) => Promise<void>][] = [
    [`alert: ${detail}`, (route) => route.fulfill({ status: 403, json: { detail } })],
    ['alert: The mock did not respond.', (route) => route.abort()],
  ];
  for (const [message, fail] of failures) {
    await page.route('**/mock/journal/clear', fail, { times: 1 });
    await console.button('Clear 2').click();
    await expect.poll(() => messages.slice(-2)).toEqual([question, message]);
  }
  await console.button('Clear 2').click();
  await expect
    .poll(() => mock.journal.list().map(({ key }) => key))
    .toEqual(['food-and-drink.ben']);
});

test('a linked request is copied, and nothing moves', async ({ page, context, mock }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await mock.getBrief('missing-brief.anna');
  const console = mockConsole(page);
  await console.open(mock.url, `${requests}&entry=${mock.journal.lastId()}`);
  const places = async () => [
    await console.button('Close the details').boundingBox(),
    await console.tab('Request').boundingBox(),
  ];
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 740 });
    const before = await places();
    await console.button('Copy as curl').click();
    await console.details('getBrief').getByText('Copied.').waitFor();
    expect(await places(), `at ${width}`).toEqual(before);
  }
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`curl -ig '${mock.url}${briefsPath}/missing-brief.anna'`);
  await console.open(mock.url, `${requests}&entry=999999`);
  await console.details('Request 999999').getByText('It was cleared or dropped.').waitFor();
});

test('a request is also copied where the browser has no clipboard API', async ({ page, mock }) => {
  await mock.getBrief('missing-brief.anna');
  const console = mockConsole(page);
  // Browsers trust localhost and HTTPS alone.
  await console.open(`http://0.0.0.0:${mock.port}`, `${requests}&entry=${mock.journal.lastId()}`);
  expect(await page.evaluate('isSecureContext')).toBe(false);
  await console.button('Copy as curl').click();
  await console.details('getBrief').getByText('Copied.').waitFor();
  await console.filter.focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(console.filter).toHaveValue(/\/briefs\/missing-brief\.anna/);
});

test('times are in the format of the reader', async ({ browser, mock }) => {
  const context = await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const at = '2026-11-23T21:05:09.042Z';
  const { id } = mock.journal.add({
    at,
    method: 'GET',
    path: '/',
    status: 200,
    outcome: 'completed',
  });
  const console = mockConsole(page);
  await console.open(mock.url, `${requests}&tab=request&entry=${id}`);
  const arrived = page.getByRole('definition').filter({ hasText: '2026' });
  await expect(arrived).toHaveText('Montag, 23. November 2026 um 22:05:09 MEZ');
  await expect(console.entries.getByRole('time')).toHaveText('22:05:09,042');
});

test('the console of an observer lists the newest 500 requests, and no scenarios', async ({
  page,
  mock,
}) => {
  const { url, close, journal } = await startObserver({
    backend: new URL(mock.url),
    port: 0,
    journalLimit: 600,
  });
  onTestFinished(close);
  const request = { at: new Date().toISOString(), method: 'GET', path: '/', status: 200 };
  for (let i = 1; i <= 700; i += 1) journal.add({ ...request, outcome: 'completed' });
  const console = mockConsole(page);
  await console.open(url, 'view=scenarios');
  await expect(console.count).toHaveText('600 of 600, 100 dropped');
  await expect(console.entries).toHaveCount(500);
  await page.getByText('The newest 500 are listed.').waitFor();
  const views = page.getByRole('navigation').getByRole('link');
  await expect(views).toHaveText(['Requests 600']);
});

test('a lost connection is shown until the mock responds again', async ({
  page,
  context,
  mock,
}) => {
  const console = mockConsole(page);
  await console.open(mock.url, requests);
  await page.getByText('No requests yet.').waitFor();
  await context.setOffline(true);
  await expect(console.problems).toContainText('The connection to the mock was lost.');
  await context.setOffline(false);
  await expect(console.problems).toHaveText('');
});
