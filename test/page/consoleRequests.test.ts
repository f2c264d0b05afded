import { onTestFinished } from 'vitest';
import { startObserver } from '../../mock-api/startObserver.ts';
import { mockWith } from '../mock/fixtures/mockTest.ts';
import { briefsPath } from '../mock/fixtures/startTestMock.ts';
import { longTestTimeoutMs } from '../timeouts.ts';
import { boxOf } from './fixtures/boxOf.ts';
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
  const anna = await mock.tester('anna');
  await anna.addScenarios({ late: { operation: 'getBrief', delayMs: 60_000 } });
  const request = mock.getBrief('late.anna');
  request.catch(() => {});
  // A screen reader gets the key as one word.
  await console.entries.getByRole('link', { name: 'getBrief late.anna' }).click();
  await console.details('getBrief').getByText('pending').waitFor();
  request.abort();
  await console.details('getBrief').getByText('client aborted').first().waitFor();
  await expect(console.entry('late.anna')).toHaveText(/client aborted\s+\d/);
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
  const reasons = {
    'name=ben.': 'No requests, because the name is not valid.',
    'name=bob': 'No request has the name bob.',
    'text=status:5xx': 'None of the 1 requests meets the filter.',
    'text=status:6xx': 'status: expected a status such as 404,',
  };
  for (const [query, reason] of Object.entries(reasons)) {
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
  const rejection = { status: 403, json: { detail: 'Host: expected a name of this machine.' } };
  await page.route('**/mock/journal/clear', (route) => route.fulfill(rejection), { times: 1 });
  await console.button('Clear 2').click();
  await expect
    .poll(() => messages)
    .toEqual([
      'confirm: Remove the requests shown from the journal (2)?',
      'alert: Host: expected a name of this machine.',
    ]);
  await console.button('Clear 2').click();
  await expect
    .poll(() => mock.journal.list().map(({ key }) => key))
    .toEqual(['food-and-drink.ben']);
});

test('a linked request is copied without a clipboard API, too, and nothing moves', async ({
  page,
  mock,
}) => {
  await mock.getBrief('missing-brief.anna');
  const console = mockConsole(page);
  // Browsers have it for localhost and HTTPS alone.
  const url = `http://0.0.0.0:${mock.port}`;
  await console.open(url, `${requests}&entry=${mock.journal.lastId()}`);
  const places = async () => [
    await boxOf(console.tab('Request')),
    await boxOf(console.button('Close the details')),
  ];
  const before = await places();
  await console.button('Copy as curl').click();
  await console.details('getBrief').getByText('Copied.').waitFor();
  expect(await places()).toEqual(before);
  await console.filter.focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(console.filter).toHaveValue(/^curl -ig '.*\/missing-brief\.anna'/);
  await console.open(url, `${requests}&entry=999999`);
  await console.details('Request 999999').getByText('It was cleared or dropped.').waitFor();
});

test('times are in the format of the reader', async ({ browser, mock }) => {
  const context = await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin' });
  onTestFinished(() => context.close());
  const console = mockConsole(await context.newPage());
  const at = '2026-11-23T21:05:09.042Z';
  mock.journal.add({ at, method: 'GET', path: '/', status: 200, outcome: 'completed' });
  await console.open(mock.url, requests);
  await expect(console.entries.getByRole('time')).toHaveText('22:05:09,042');
});

test('the console of an observer has no scenarios', async ({ page, mock }) => {
  const { url, close } = await startObserver({ backend: new URL(mock.url), port: 0 });
  onTestFinished(close);
  await mockConsole(page).open(url, 'view=scenarios');
  const views = page.getByRole('navigation').getByRole('link');
  await expect(views).toHaveText(['Requests 0']);
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
