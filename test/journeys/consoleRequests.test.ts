import { expect, inject } from 'vitest';
import { journey as test } from '../support/journey.ts';
import { mockConsole, shownAt } from '../support/mockConsole.ts';
import { BRIEFS, mockServer, postJson, SUBMIT, submission } from '../support/mockServer.ts';

test('a request appears as it arrives and changes when it is answered', async ({ page }) => {
  const { url } = await mockServer();
  const console = mockConsole(page);
  await console.open(url);
  await expect.poll(() => shownAt(console.count)).toBe('No requests yet.');
  const asked = fetch(`${url}${BRIEFS}/slow-brief.anna`, { headers: { Prefer: 'wait=1' } });
  const entry = console.entry('slow-brief.anna');
  await entry.waitFor();
  expect(await shownAt(entry)).toMatch(/getBrief\s+…/);
  await asked;
  await expect.poll(() => shownAt(entry)).toMatch(/200\s+1\d\d\d ms/);
});

test('a submission is told in full: its fields, its faults, its line of the contract', async ({
  page,
}) => {
  const { url } = await mockServer();
  const console = mockConsole(page);
  await console.open(url);
  const text = '<img src=x onerror="document.title = 1"> & "so on"\n🌾';
  await postJson(url + SUBMIT, submission({ text, subscriberId: 7, copyTo: 'me' }));
  const entry = console.entry('submitFeedback');
  await entry.locator('summary').click();
  const told = await shownAt(entry);
  expect(told).toMatch(/^400$/m);
  expect(told).toContain('1 fault');
  expect(told).toMatch(
    /The body has the unknown property "copyTo"\. \(request\.body, line \d+ of the contract\)/,
  );
  expect(JSON.parse(await shownAt(entry.locator('pre')))).toMatchObject({
    text,
    subscriberId: 7,
  });
  expect(await page.title()).toBe('Mock API');
});

test('filters by brief, subscriber and operation narrow the list, also for what comes later', async ({
  page,
}) => {
  const { url } = await mockServer();
  const console = mockConsole(page);
  await console.open(url);
  for (const [briefId, subscriberId] of [
    ['daily-harvest.anna', '1'],
    ['daily-harvest.ben', '2'],
  ]) {
    await fetch(`${url}${BRIEFS}/${briefId}`);
    await postJson(url + SUBMIT, submission({ briefId, subscriberId }));
  }
  await expect.poll(() => shownAt(console.count)).toBe('4 requests.');

  await console.filterByBrief.fill('ANNA');
  expect(await shownAt(console.count)).toBe('2 of 4 requests.');
  await console.filterByOperation.selectOption('submitFeedback');
  expect(await console.entries.count()).toBe(1);
  await console.filterByBrief.fill('');
  expect(await console.entries.count()).toBe(2);
  await console.filterBySubscriber.fill('2');
  expect(await console.entries.allInnerTexts()).toMatchObject([expect.stringContaining('ben')]);

  await fetch(`${url}${BRIEFS}/daily-harvest.ben`);
  await expect.poll(() => shownAt(console.count)).toBe('1 of 5 requests.');
});

test('the journal is cleared with a button', async ({ page }) => {
  const mock = await mockServer();
  const console = mockConsole(page);
  await console.open(mock.url);
  await fetch(`${mock.url}${BRIEFS}/daily-harvest`);
  await console.entry('daily-harvest').waitFor();
  await console.clear.click();
  await expect.poll(() => shownAt(console.count)).toBe('No requests yet.');
  expect(await console.entries.count()).toBe(0);
  expect(mock.journal.list()).toEqual([]);
});

test('the keyboard opens an entry, which stays open and keeps the focus while it changes', async ({
  page,
}) => {
  const { url } = await mockServer();
  const console = mockConsole(page);
  await console.open(url);
  const asked = fetch(`${url}${BRIEFS}/daily-harvest`, { headers: { Prefer: 'wait=1' } });
  await console.entries.first().waitFor();
  await console.clear.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await console.entries.first().getByText('pending').waitFor();
  await asked;
  await console.entries.first().getByText('200, application/json, answered').waitFor();
  const focused = await page.evaluate('document.activeElement.localName');
  expect(focused).toBe('summary');
});

test('a thousand requests are all there, those that had to go are counted', async ({ page }) => {
  const mock = await mockServer();
  const console = mockConsole(page);
  await console.open(mock.url);
  const burst = async (from: number, to: number) => {
    for (let i = from; i < to; i += 50) {
      const ids = Array.from({ length: 50 }, (_, n) => `brief-${i + n}`);
      await Promise.all(ids.map((id) => fetch(`${mock.url}${BRIEFS}/${id}`)));
    }
  };
  await burst(0, 1000);
  await expect.poll(() => shownAt(console.count), { timeout: 10_000 }).toBe('1000 requests.');
  expect(await page.locator('.entries > li').count()).toBe(1000);
  await console.filterByBrief.fill('brief-99');
  expect(await shownAt(console.count)).toBe('11 of 1000 requests.');

  await burst(1000, 2100);
  await console.filterByBrief.fill('');
  await expect
    .poll(() => shownAt(console.count), { timeout: 10_000 })
    .toBe('2000 requests. 100 older ones had to make room.');
  const listed = await page.locator('.entries .key').allTextContents();
  const kept = mock.journal.list().map(({ key }) => key);
  expect(listed).toEqual(kept.reverse());
});

test('through the host it goes on after the host has ended the stream', async ({ page, keep }) => {
  const console = mockConsole(page);
  let streams = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/mock/events')) streams += 1;
  });
  await console.open(inject('hostUrl'));
  await expect.poll(() => streams, { timeout: 20_000 }).toBe(2);
  const id = keep('daily-harvest');
  await fetch(`${inject('hostUrl')}${BRIEFS}/${id}`);
  await console.entry(id).waitFor();
});

test('coverage grows as answers are exercised', async ({ page }) => {
  const { url } = await mockServer();
  const console = mockConsole(page);
  await console.open(url);
  await expect.poll(() => shownAt(console.coverage)).toMatch(/^0 of \d+ declared answers/m);
  await fetch(`${url}${BRIEFS}/daily-harvest`);
  await expect
    .poll(() => shownAt(console.coverage))
    .toMatch(/^1 of \d+ declared answers and 1 of \d+ named examples/m);
  await console.coverage.getByText('1×').first().waitFor();
});
