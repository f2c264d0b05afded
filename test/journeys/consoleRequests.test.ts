import type { Dialog, Response } from 'playwright-core';
import { beforeEach, expect, onTestFinished } from 'vitest';
import { journey as test } from '../support/browser/journey.ts';
import { expectReadable, mockConsole, visibleText } from '../support/browser/mockConsole.ts';
import {
  briefsPath,
  postJson,
  shareTestMock,
  startTestMock,
  submission,
  submitPath,
} from '../support/mock/startTestMock.ts';
import { longTestTimeoutMs } from '../support/timeouts.ts';

const requests = 'view=requests';
const mock = shareTestMock({ journalLimit: 10_000 });
beforeEach(() => void mock().journal.reset());

const getBrief = (id: string) => fetch(`${mock().url}${briefsPath}/${id}`);

test('a request appears on arrival, and keeps its details and the focus when its response changes it', async ({
  page,
}) => {
  const console = mockConsole(page);
  await console.open(mock().url, requests);
  await page.getByText('No requests yet.').waitFor();
  const request = getBrief('slow-brief.anna');
  const entry = console.entry('slow-brief.anna');
  await entry.waitFor();
  expect(await visibleText(entry)).toMatch(/getBrief[\s\S]*…/);
  await page.keyboard.press('j');
  await page.keyboard.press('3');
  await console.details('getBrief').getByText('pending').waitFor();
  await request;
  await console.details('getBrief').getByText('200, completed').waitFor();
  expect(await visibleText(entry)).toMatch(/200[\s\S]*3\.\d s/);
  expect(await page.locator(':focus').textContent()).toContain('slow-brief.anna');
});

test(
  'the details of a submission contain its fields, violations and their lines in the contract',
  async ({ page }) => {
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
    await console.tab('Violations').press('ArrowLeft');
    await console.tab('Response').press('ArrowLeft');
    const body = details.getByRole('list', { name: 'Body' }).getByRole('listitem');
    const lines = await body.allInnerTexts();
    expect(JSON.parse(lines.join('\n'))).toMatchObject({ text, subscriberId: 7 });
    const marked = body.filter({ has: page.locator('mark') });
    await expectReadable(page);
    expect(await marked.allInnerTexts()).toEqual(['{', '  "subjectLine": "",']);
    await console.tab('Response').click();
    await details.getByText('application/problem+json', { exact: true }).first().waitFor();
    expect(await page.title()).toBe('Requests – Mock API');

    await console.tab('Violations').click();
    await details
      .getByRole('link', { name: /^Contract, line/ })
      .first()
      .click();
    const line = console.contract.locator('[aria-current=true]');
    await expect.poll(() => visibleText(line)).toContain('additionalProperties: false');
    await expectReadable(page);
    await page.goBack();
    await details.waitFor();
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
    await expect.poll(count).toBe('4 requests.');

    await console.filter.fill('key:daily-harvest.anna');
    expect(await count()).toBe('2 of 4 requests.');
    await console.filter.press('Enter');
    await console.filter.click();
    await console.options.filter({ hasText: 'operation:' }).click();
    await console.options.filter({ hasText: /^operation:getBrief\s*1$/ }).waitFor();
    await expectReadable(page);
    for (const key of ['ArrowUp', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    expect(await console.entries.count()).toBe(1);
    await page.keyboard.type('operation:getB');
    await page.keyboard.press('Enter');
    await console.button('Remove operation submitFeedback, getBrief').waitFor();
    expect(await count()).toBe('2 of 4 requests.');
    await console.button('Remove key daily-harvest.anna').click();
    expect(await console.entries.count()).toBe(4);
    await page.keyboard.insertText('status:2xx key:daily-harvest.ben');
    await page.keyboard.press('Enter');
    await getBrief('daily-harvest.ben');
    await expect.poll(count).toBe('3 of 5 requests.');
    await page.reload();
    await expect.poll(count).toBe('3 of 5 requests.');

    await console.filter.focus();
    for (const _ of ['key', 'status', 'operation']) await page.keyboard.press('Backspace');
    await expect.poll(count).toBe('5 requests.');
    await console.testerName.fill('ben');
    expect(await count()).toBe('3 of 5 requests.');
    const keyAndPath = console.entries.first().locator('code');
    expect(await keyAndPath.allTextContents()).toEqual([
      'daily-harvest',
      `${briefsPath}/daily-harvest.ben`,
    ]);
    expect(await visibleText(console.view('Requests'))).toBe('Requests 3');
    await console.testerName.fill('');
    await console.filter.fill('status:6xx');
    expect(await count()).toBe('5 requests.');
    await console.filter.blur();
    await page.getByText('Filter "status": expected a status,').waitFor();
    await console.open(url, 'view=requests&text=status%3A5xx');
    await page.getByText('None of the 5 requests meets the filters.').waitFor();
    await page.getByRole('link', { name: 'Remove the filters' }).click();
    expect(await count()).toBe('5 requests.');
  },
  longTestTimeoutMs,
);

test('a link opens the requests with the name, the filters and an entry', async ({ page }) => {
  for (const name of ['anna', 'ben']) await getBrief(`daily-harvest.${name}`);
  const [anna] = mock().journal.list({ name: 'anna' });
  const console = mockConsole(page);
  const link = `name=anna&key=daily-harvest&operation=getBrief&status=200&entry=${anna?.id}`;
  await console.open(mock().url, link);
  await expect.poll(() => visibleText(console.count)).toBe('1 of 2 requests.');
  expect(await console.testerName.inputValue()).toBe('anna');
  await console.button('Remove status 200').waitFor();
  await console.tab('Overview').click();
  await console.details('getBrief').getByText('daily-harvest.anna', { exact: true }).waitFor();

  await console.open(mock().url, 'entry=999999');
  await console.details('The journal has no entry 999999').waitFor();
});

test('keys select the next and the previous request and close the details, unless they are turned off', async ({
  page,
}) => {
  for (const id of ['first', 'second', 'third']) await getBrief(id);
  const console = mockConsole(page);
  await console.open(mock().url, requests);
  await console.entry('third').waitFor();
  const selected = () => visibleText(console.entries.locator('[aria-current=true] code').first());
  await page.keyboard.press('j');
  expect(await selected()).toBe('third');
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  expect(await selected()).toBe('first');
  await page.keyboard.press('k');
  expect(await selected()).toBe('second');
  await page.keyboard.press('Escape');
  await expect.poll(selected).toBe('');
  expect(await page.locator(':focus').innerText()).toContain('second');

  await page.keyboard.press('/');
  await page.keyboard.type('jk');
  expect(await console.filter.inputValue()).toBe('jk');
  await console.filter.fill('');
  await page.keyboard.press('Escape');
  const shortcuts = page.getByLabel('Keyboard shortcuts');
  await shortcuts.uncheck();
  await console.entry('third').getByRole('link').focus();
  await page.keyboard.press('j');
  expect(await selected()).toBe('');
  await shortcuts.check();
});

test('a button clears only the requests shown, after a confirmation', async ({ page }) => {
  const { journal } = mock();
  const console = mockConsole(page);
  await console.open(mock().url, requests);
  for (const id of ['daily-harvest.anna', 'daily-harvest.ben', 'food-and-drink.anna']) {
    await getBrief(id);
  }
  await expect.poll(() => visibleText(console.count)).toBe('3 requests.');
  const questions: string[] = [];
  const answers = ['dismiss', 'accept', 'accept'] as const;
  const answer = async (dialog: Dialog) => {
    questions.push(dialog.message());
    await dialog[answers[questions.length - 1] ?? 'dismiss']();
  };
  page.on('dialog', answer);
  onTestFinished(() => void page.off('dialog', answer));
  await console.testerName.fill('anna');
  await console.button('Clear 2').click();
  expect(journal.list()).toHaveLength(3);
  await console.button('Clear 2').click();
  await expect.poll(() => journal.list().map(({ key }) => key)).toEqual(['daily-harvest.ben']);
  await expect.poll(() => visibleText(console.count)).toBe('0 of 1 request.');
  await console.testerName.fill('');
  await console.button('Clear all').click();
  await expect.poll(() => visibleText(console.count)).toBe('0 requests.');
  expect(questions).toEqual(
    ['2 requests', '2 requests', '1 request'].map(
      (subject) => `Remove the ${subject} shown from the journal?`,
    ),
  );
});

test('a request is copied and replayed, and new ones wait while the list is paused', async ({
  page,
  context,
}) => {
  const { url, journal } = mock();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await getBrief('missing-brief.anna');
  const console = mockConsole(page);
  await console.open(url, `entry=${journal.list()[0]?.id}`);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await console.button('Copy as curl').click();
  await console.details('getBrief').getByText('Copied.').waitFor();
  expect(await clipboard()).toContain(`curl -ig '${url}${briefsPath}/missing-brief.anna'`);
  await console.button('Copy as scenario').click();
  await expect.poll(clipboard).toContain('  copy-of-missing-brief:\n    operation: getBrief\n');

  await console.button('Pause').click();
  expect(await visibleText(console.count)).toBe('1 request. Paused: 0 newer.');
  await console.button('Replay').click();
  await console.details('getBrief').getByText('Status 404').waitFor();
  await expect.poll(() => visibleText(console.count)).toBe('1 request. Paused: 1 newer.');
  await console.button('Resume').click();
  await expect.poll(() => visibleText(console.count)).toBe('2 requests.');

  // A backend's response; the path is not in the contract.
  const at = new Date().toISOString();
  const forwarded = journal.add({ at, method: 'GET', path: '/rest/news' });
  forwarded.update({ forwardedTo: 'https://backend.test', status: 200, outcome: 'completed' });
  await console.open(url, `entry=${forwarded.entry.id}&tab=overview`);
  await page.getByText('https://backend.test').waitFor();
  await console.button('Copy as scenario').click();
  await page.getByText('A request to no operation of the contract cannot be copied').waitFor();
  const recorded = page.getByRole('link', { name: 'All as scenarios' });
  expect(await recorded.getAttribute('href')).toBe('/mock/journal/scenarios.yaml');
});

test('of 10,000 requests the newest are listed, and stay where they are when others arrive', async ({
  page,
}) => {
  const { url, journal } = mock();
  const add = (name: string) => {
    const request = { at: new Date().toISOString(), method: 'GET', path: `/${name}` };
    journal.add(request).update({ key: name, status: 200, outcome: 'completed', durationMs: 1 });
  };
  for (let i = 0; i < 10_100; i += 1) add(`brief-${i}`);
  const console = mockConsole(page);
  await console.open(url, requests);
  const count = () => visibleText(console.count);
  await expect.poll(count).toBe('10000 requests. 100 older ones were dropped.');
  expect(await console.entries.count()).toBe(500);
  await console.button('Show 500 more').click();
  expect(await console.entries.last().innerText()).toContain('brief-9100');

  const middle = console.entry('brief-9900');
  await middle.scrollIntoViewIfNeeded();
  const top = (await middle.boundingBox())?.y;
  for (let i = 0; i < 50; i += 1) add(`new-${i}`);
  await expect.poll(count).toBe('10000 requests. 150 older ones were dropped.');
  expect((await middle.boundingBox())?.y).toBe(top);
});

test(
  'coverage shows how often each operation sent each status, and the examples and requests of one',
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
    expect(await visibleText(cell('413'))).toBe('');
    for (const id of ['daily-harvest.anna', 'daily-harvest.ben', 'stack-trace-brief.anna']) {
      await fetch(`${url}${briefsPath}/${id}`);
    }
    // A scenario asked for it, although the contract does not declare it.
    await expect.poll(() => visibleText(cell('500'))).toBe('1×\nscenario');
    // The number of all testers is not that of Anna.
    expect(await visibleText(console.view('Coverage'))).toBe('Coverage');
    await cell('200').getByRole('link', { name: '1× 1/2' }).click();
    const details = console.coverage.getByRole('region', { name: 'getBrief 200' });
    await expectReadable(page);
    expect(await visibleText(details)).toContain('application/json 1× daily 1× spacesInName never');
    await console.testerName.fill('');
    await cell('200').getByRole('link', { name: '2× 1/2' }).waitFor();
    expect(await visibleText(console.view('Coverage'))).toMatch(/^Coverage 1\/\d+$/);
    await details.getByRole('link', { name: 'Requests with this response' }).click();
    await expect.poll(() => visibleText(console.count)).toBe('2 of 3 requests.');
  },
  longTestTimeoutMs,
);

test('a console keeps no connection, of which browsers have six for a host, and stands still in the background', async ({
  page,
  context,
}) => {
  const visible = await context.newPage();
  onTestFinished(() => visible.close());
  for (const tab of [page, visible]) await mockConsole(tab).open(mock().url, requests);
  const isWithoutChanges = (response: Response) =>
    response.url().includes('/mock/changes') && response.status() === 204;
  await (await page.waitForResponse(isWithoutChanges)).finished();

  const setHidden = (isHidden: boolean) =>
    page.evaluate((value) => {
      const state = value ? 'hidden' : 'visible';
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await setHidden(true);
  await getBrief('daily-harvest');
  await mockConsole(visible).entry('daily-harvest').waitFor();
  await visible.waitForResponse(isWithoutChanges);
  expect(await mockConsole(page).entries.count()).toBe(0);
  await setHidden(false);
  await mockConsole(page).entry('daily-harvest').waitFor();
});

test('a lost connection is shown until the mock responds again', async ({ page }) => {
  const lost = await startTestMock();
  const console = mockConsole(page);
  await console.open(lost.url, requests);
  await fetch(`${lost.url}${briefsPath}/daily-harvest`);
  await console.entry('daily-harvest').waitFor();
  await lost.close();
  await expect
    .poll(() => visibleText(console.connection))
    .toMatch(/^The connection to the mock was lost\./);
  const restarted = await startTestMock({ port: lost.port });
  await fetch(`${restarted.url}${briefsPath}/food-and-drink`);
  await console.entry('food-and-drink').waitFor();
  expect(await console.entry('daily-harvest').count()).toBe(0);
  expect(await visibleText(console.connection)).toBe('');
});
