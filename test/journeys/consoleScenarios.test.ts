import { readFile, writeFile } from 'node:fs/promises';
import { expect, inject, onTestFinished, vi } from 'vitest';
import { parse } from 'yaml';
import { forTester } from '../../mock-api/testing/forTester.ts';
import { journey as test } from '../support/browser/journey.ts';
import { expectReadable, mockConsole, visibleText } from '../support/browser/mockConsole.ts';
import {
  getBrief,
  openTester,
  shareTestMock,
  startTestMock,
} from '../support/mock/startTestMock.ts';
import { copyWithChange } from '../support/mock/temporaryFiles.ts';
import { longTestTimeoutMs } from '../support/timeouts.ts';

const productUrl = 'http://localhost:3000/app/subscriber-feedback/3141592';
const mock = shareTestMock();

test('every scenario is listed with its response, what the page shows and a link', async ({
  page,
}) => {
  const console = mockConsole(page);
  await console.open(mock().url);
  const file = await (await fetch(`${mock().url}/mock/scenarios.yaml`)).text();
  type Row = { for?: string[] };
  const rows: Record<string, Row | Row[]> = parse(file).scenarios;
  const ids = Object.entries(rows).flatMap(([id, row]) =>
    [row].flat().flatMap((one) => one.for?.map((ending) => `${id}-${ending}`) ?? id),
  );
  await expect
    .poll(console.scenarioNames)
    .toEqual(expect.arrayContaining(['daily-harvest', '?captcha=dismissed', ...ids]));

  for (const [id, cells] of [
    [
      'stack-trace-submission',
      / 500 text Responds with 500 and plain text\. Not confirmed ?Error alert, 5 s java\.lang\.NullPointerException/,
    ],
    ['login-page-submission', / 401 HTML .* Not sent ?No alert/],
    ['missing-brief', / 404 JSON .* Index page ?Error alert, stays/],
    ['slow-brief', / 200 after 3 s .* Feedback page ?No alert/],
    ['flaky-submission', / 500 JSON, then 500, 200 .* Not sent ?Works from attempt 3 ?Error alert/],
    ['not-sent-submission', / 502 JSON .* Not sent ?Error alert/],
    ['incomplete-json-brief', / 200 cut JSON /],
    ['null-brief', / 200 null /],
    ['chatty-brief', / 200 text /],
    ['empty-brief', / 200 empty /],
  ] as const) {
    expect((await visibleText(console.scenario(id))).replace(/\s+/g, ' ')).toMatch(cells);
  }
  for (const [id, path] of [
    ['?captcha=dismissed', 'daily-harvest/contact?captcha=dismissed'],
    [
      '{6F9619FF-8B86-D011-B42D-00C04FC964FF}',
      '%7B6F9619FF-8B86-D011-B42D-00C04FC964FF%7D/contact',
    ],
  ] as const) {
    const link = console.scenario(id).getByRole('link');
    expect(await link.getAttribute('href')).toBe(`${productUrl}/${path}`);
  }
});

test('a filter by text, status, outcome or group applies as it is typed', async ({ page }) => {
  const console = mockConsole(page);
  await console.open(mock().url);
  await page.keyboard.press('/');
  await page.keyboard.insertText('status:503 submission');
  await expect.poll(console.scenarioNames).toEqual(['overloaded-submission']);
  await console.filter.fill('status:none expects:index');
  await console.button('expects:"Index page"').click();
  await expect
    .poll(console.scenarioNames)
    .toEqual(['silent-brief', 'reset-brief', 'reset-mid-body-brief', 'truncated-brief']);
  await console.group('Captcha 7').click();
  await page.getByText('No scenario meets the filters.').waitFor();
  await page.getByRole('link', { name: 'Remove the filters' }).click();
  await console.group('Captcha 7').click();
  await expect.poll(console.scenarioNames).toHaveLength(7);
});

test('the responses of a team’s scenarios are told apart', async ({ page }) => {
  const { url } = mock();
  const row = { operation: 'submitFeedback' };
  const png = { mediaType: 'image/png', violates: true };
  const scenarios = {
    'object-submission': { ...row, body: {} },
    'list-submission': { ...row, body: [] },
    'broken-list-submission': {
      ...row,
      body: 'oops',
      mediaType: 'application/json',
      violates: true,
    },
    'picture-submission': { ...row, ...png, body: '{}' },
    'document-submission': { ...row, ...png, mediaType: 'application/pdf', body: 'x' },
  };
  const body = JSON.stringify({ scenarios });
  const token = await openTester({ url }, 'tina');
  expect(
    (await fetch(`${url}/mock/scenarios?tester=${token}`, { method: 'POST', body })).status,
  ).toBe(200);
  const console = mockConsole(page);
  await console.open(url, 'view=scenarios&name=tina');
  const responseOf = async (id: string) =>
    (await console.scenario(id).getByRole('cell').first().innerText()).split('\n')[0];
  await console.scenario('object-submission').waitFor();
  const found = await Promise.all(Object.keys(scenarios).map(responseOf));
  expect(found).toEqual(['200 {}', '200 []', '200 not JSON', '200 image', '200 application/pdf']);
});

test('the filter and the name of the group stay in view', async ({ page }) => {
  const console = mockConsole(page);
  for (const [width, height] of [
    [1280, 800],
    [375, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await console.open(mock().url, 'view=scenarios');
    const group = page.getByRole('region', { name: 'Sending a message' });
    await group.getByRole('row').last().scrollIntoViewIfNeeded();
    const shown = [console.filter, group.getByRole('heading')];
    // A phone has no room for the list of groups.
    if (width === 1280) shown.push(console.group('Captcha 7'));
    for (const element of shown) {
      const { y = -1 } = (await element.boundingBox()) ?? {};
      expect(y >= 0 && y < height / 2, `${element} at ${y} of ${height}`).toBe(true);
    }
  }
});

test(
  'an invalid name selects nobody, and a valid one is added to all links, remembered, and can be reset',
  async ({ page }) => {
    const { url, journal } = mock();
    const console = mockConsole(page);
    const link = console.scenario('slow-brief').getByRole('link', { name: 'Open' });
    const address = () => link.getAttribute('href');
    await console.open(url, 'view=scenarios&group=Reading+a+brief');
    await console.testerName.fill('a/b');
    await page.getByText('Selects nobody: a name has letters, digits, “-” and “_”').waitFor();
    expect(await link.count()).toBe(0);
    await expectReadable(page);
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outline');
    expect(outline).toMatch(/3px/);
    for (const name of ['anna', 'ben']) await getBrief({ url }, `flaky-brief.${name}`);
    await console.testerName.fill('anna');
    await expect.poll(address).toBe(`${productUrl}/slow-brief.anna/contact`);
    await page.goto(`${url}/mock/`);
    expect(await console.testerName.inputValue()).toBe('anna');
    page.once('dialog', (dialog) => dialog.accept());
    await console.button('Reset anna').click();
    await expect.poll(() => journal.list().map(({ name }) => name)).toEqual(['ben']);
    await console.testerName.fill('');
  },
  longTestTimeoutMs,
);

test('an open console follows the data file, reports an invalid one and confirms its repair', async ({
  page,
}) => {
  for (const method of ['error', 'info', 'warn'] as const) {
    vi.spyOn(globalThis.console, method).mockImplementation(() => {});
  }
  onTestFinished(() => void vi.restoreAllMocks());
  const dataFile = await copyWithChange('mock-api/data.yaml', (text) => `${text}\n`);
  const { url } = await startTestMock({ dataFile });
  const console = mockConsole(page);
  await console.open(url);
  const text = await readFile(dataFile, 'utf8');
  await writeFile(dataFile, text.replace('daily-harvest: {}', 'daily-harvest: { fullName: 7 }'));
  await expect
    .poll(() => visibleText(console.problems))
    .toMatch(
      /The previous version stays in use\.\s+\S+:\d+ "daily-harvest", fullName, must be of type string\./,
    );
  await writeFile(dataFile, text.replace('briefs:\n', 'briefs:\n  evening-crumbs: {}\n'));
  await console.scenario('evening-crumbs').waitFor();
  await expect.poll(() => visibleText(console.problems)).toBe('');
  const repaired = page.getByText('The changed files are valid again, and in use.');
  await repaired.waitFor();
  await console.button('Close').click();
  await repaired.waitFor({ state: 'detached' });

  await writeFile(dataFile, text.replace('operation: signIn', 'operation: singIn'));
  await expect
    .poll(() => visibleText(console.problems))
    .toMatch(/"broken-sign-in" is skipped, .* no operation "singIn"; did you mean signIn \(/);
});

test('a scenario that a test adds appears in its open console, whose link opens it in the product', async ({
  page,
  context,
}) => {
  const tester = await forTester('busy-tester', { url: inject('hostUrl') });
  const console = mockConsole(page);
  await console.open(tester.url, `view=scenarios&name=${tester.name}`);
  await tester.addScenarios({ 'busy-brief': { operation: 'getBrief', steps: [503, 'ok'] } });
  const opened = context.waitForEvent('page');
  await console.scenario('busy-brief').getByRole('link', { name: 'Open' }).click();
  const product = await opened;
  await product.getByRole('link', { name: 'Try again' }).click();
  await product.getByRole('heading', { name: 'Feedback for The “busy-brief” scenario' }).waitFor();
  expect(product.url()).toBe(tester.pageUrl('busy-brief'));
  await product.close();
  await console.view('Requests').click();
  await expect.poll(() => visibleText(console.entries)).toMatch(/busy-brief[\s\S]*busy-brief/);
  await page.goBack();
  await tester.reset();
  await expect.poll(() => console.scenario('busy-brief').count()).toBe(0);
});
