import { expect, inject } from 'vitest';
import { journey as test } from '../support/browser/journey.ts';
import { mockConsole, visibleText } from '../support/browser/mockConsole.ts';
import {
  briefsPath,
  postJson,
  startTestMock,
  submission,
  submitPath,
} from '../support/mock/startTestMock.ts';

test('a request appears on arrival and is updated by its response', async ({ page }) => {
  const { url } = await startTestMock();
  const console = mockConsole(page);
  await console.open(url);
  await expect.poll(() => visibleText(console.count)).toBe('No requests yet.');
  const request = fetch(`${url}${briefsPath}/slow-brief.anna`, { headers: { Prefer: 'wait=1' } });
  const entry = console.entry('slow-brief.anna');
  await entry.waitFor();
  expect(await visibleText(entry)).toMatch(/getBrief\s+…/);
  await request;
  await expect.poll(() => visibleText(entry)).toMatch(/200\s+1\d\d\d ms/);
});

test('the details of a submission contain its fields, violations and their lines in the contract', async ({
  page,
}) => {
  const { url } = await startTestMock();
  const console = mockConsole(page);
  await console.open(url);
  const text = '<img src=x onerror="document.title = 1"> & "so on"\n🌾';
  await postJson(url + submitPath, submission({ text, subscriberId: 7, copyTo: 'me' }));
  const entry = console.entry('submitFeedback');
  await entry.locator('summary').click();
  const details = await visibleText(entry);
  expect(details).toMatch(/^400$/m);
  expect(details).toContain('1 violation');
  expect(details).toMatch(
    /The body has the unknown property "copyTo"\. \(request\.body, line \d+ of the contract\)/,
  );
  expect(JSON.parse(await visibleText(entry.locator('pre').first()))).toMatchObject({
    text,
    subscriberId: 7,
  });
  expect(await page.title()).toBe('Mock API');
});

test('filters by brief, subscriber and operation also apply to later requests', async ({
  page,
}) => {
  const { url } = await startTestMock();
  const console = mockConsole(page);
  await console.open(url);
  for (const [briefId, subscriberId] of [
    ['daily-harvest.anna', '1'],
    ['daily-harvest.ben', '2'],
  ]) {
    await fetch(`${url}${briefsPath}/${briefId}`);
    await postJson(url + submitPath, submission({ briefId, subscriberId }));
  }
  await expect.poll(() => visibleText(console.count)).toBe('4 requests.');

  await console.filterByBrief.fill('ANNA');
  expect(await visibleText(console.count)).toBe('2 of 4 requests.');
  await console.filterByOperation.selectOption('submitFeedback');
  expect(await console.entries.count()).toBe(1);
  await console.filterByBrief.fill('');
  expect(await console.entries.count()).toBe(2);
  await console.filterBySubscriber.fill('2');
  expect(await console.entries.allInnerTexts()).toMatchObject([expect.stringContaining('ben')]);

  await fetch(`${url}${briefsPath}/daily-harvest.ben`);
  await expect.poll(() => visibleText(console.count)).toBe('1 of 5 requests.');
});

test('a button clears only the requests shown, after a confirmation', async ({ page }) => {
  const mock = await startTestMock();
  const console = mockConsole(page);
  await console.open(mock.url);
  for (const id of ['daily-harvest.anna', 'daily-harvest.ben', 'food-and-drink.anna']) {
    await fetch(`${mock.url}${briefsPath}/${id}`);
  }
  await expect.poll(() => visibleText(console.count)).toBe('3 requests.');
  await console.filterByBrief.fill('anna');
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    return questions.length === 1 ? dialog.dismiss() : dialog.accept();
  });
  await console.clearShown.click();
  expect(mock.journal.list()).toHaveLength(3);
  await console.clearShown.click();
  await expect.poll(() => mock.journal.list().map(({ key }) => key)).toEqual(['daily-harvest.ben']);
  expect(questions).toEqual(Array(2).fill('Remove the 2 requests shown from the journal?'));
  await expect.poll(() => visibleText(console.count)).toBe('0 of 1 request.');
});

test('a button clears the journal', async ({ page }) => {
  const mock = await startTestMock();
  const console = mockConsole(page);
  await console.open(mock.url);
  await fetch(`${mock.url}${briefsPath}/daily-harvest`);
  await console.entry('daily-harvest').waitFor();
  page.on('dialog', (dialog) => dialog.accept());
  await console.clear.click();
  await expect.poll(() => visibleText(console.count)).toBe('No requests yet.');
  expect(await console.entries.count()).toBe(0);
  expect(mock.journal.list()).toEqual([]);
});

test('an entry opened with the keyboard stays open and focused while it changes', async ({
  page,
}) => {
  const { url } = await startTestMock();
  const console = mockConsole(page);
  await console.open(url);
  const request = fetch(`${url}${briefsPath}/daily-harvest`, { headers: { Prefer: 'wait=1' } });
  await console.entries.first().waitFor();
  await console.clear.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await console.entries.first().getByText('pending').waitFor();
  await request;
  await console.entries.first().getByText('200, application/json, completed').waitFor();
  const focused = await page.evaluate('document.activeElement.localName');
  expect(focused).toBe('summary');
});

test('hundreds of requests are listed as the user scrolls, and dropped requests are counted', async ({
  page,
}) => {
  const mock = await startTestMock({ journalLimit: 600 });
  const console = mockConsole(page);
  await console.open(mock.url);
  const burst = async (from: number, to: number) => {
    for (let i = from; i < to; i += 50) {
      const ids = Array.from({ length: 50 }, (_, n) => `brief-${i + n}`);
      await Promise.all(ids.map((id) => fetch(`${mock.url}${briefsPath}/${id}`)));
    }
  };
  await burst(0, 500);
  await expect.poll(() => visibleText(console.count)).toBe('500 requests.');
  const rows = page.locator('.entries > li');
  expect(await rows.count()).toBeLessThan(300);
  await console.filterByBrief.fill('brief-49');
  expect(await visibleText(console.count)).toBe('11 of 500 requests.');

  await burst(500, 700);
  await console.filterByBrief.fill('');
  await expect
    .poll(() => visibleText(console.count))
    .toBe('600 requests. 100 older ones were dropped.');
  await expect
    .poll(async () => {
      await rows.last().scrollIntoViewIfNeeded();
      return rows.count();
    })
    .toBe(600);
  const listed = await page.locator('.entries .key').allTextContents();
  const kept = mock.journal.list().map(({ key }) => key);
  expect(listed).toEqual(kept.reverse());
});

test('through the host, the console reconnects after the host has ended the stream', async ({
  page,
  withSuffix,
}) => {
  const console = mockConsole(page);
  let streams = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/mock/events')) streams += 1;
  });
  await console.open(inject('hostUrl'));
  await expect.poll(() => streams).toBe(2);
  const id = withSuffix('daily-harvest');
  await fetch(`${inject('hostUrl')}${briefsPath}/${id}`);
  await console.entry(id).waitFor();
});

test('a lost connection is shown until the mock responds again', async ({ page }) => {
  const mock = await startTestMock();
  const console = mockConsole(page);
  await console.open(mock.url);
  await fetch(`${mock.url}${briefsPath}/daily-harvest`);
  await console.entry('daily-harvest').waitFor();
  await mock.close();
  await expect
    .poll(() => visibleText(console.connection))
    .toMatch(/^The connection to the mock was lost\./);
  const restarted = await startTestMock({ port: mock.port });
  await fetch(`${restarted.url}${briefsPath}/food-and-drink`);
  await console.entry('food-and-drink').waitFor();
  expect(await console.entry('daily-harvest').count()).toBe(0);
  expect(await visibleText(console.connection)).toBe('');
});

test('coverage grows as responses are sent', async ({ page }) => {
  const { url } = await startTestMock();
  const console = mockConsole(page);
  await console.open(url);
  await expect.poll(() => visibleText(console.coverage)).toMatch(/^0 of \d+ declared responses/m);
  await fetch(`${url}${briefsPath}/daily-harvest`);
  await expect
    .poll(() => visibleText(console.coverage))
    .toMatch(/^1 of \d+ declared responses and 1 of \d+ named examples/m);
  await console.coverage.getByText('1×').first().waitFor();
});
