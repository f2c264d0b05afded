import { readFile, writeFile } from 'node:fs/promises';
import { expect, onTestFinished, vi } from 'vitest';
import { parse } from 'yaml';
import { forTester } from '../../mock-api/testing/forTester.ts';
import {
  beginCheck,
  getBrief,
  postJson,
  shareTestMock,
  startTestMock,
  submission,
  submitPath,
} from '../mock/fixtures/startTestMock.ts';
import { copyWithChange } from '../temporaryFiles.ts';
import { findViolations } from './fixtures/findViolations.ts';
import { journey as test } from './fixtures/journey.ts';
import { mockConsole, visibleText } from './fixtures/mockConsole.ts';
import { setTextSize } from './fixtures/setTextSize.ts';

const productUrl = 'http://localhost:3000/app/subscriber-feedback/3141592';
const mock = shareTestMock();

test('every scenario is listed with its response, what the page shows and a link', async ({
  page,
}) => {
  const console = mockConsole(page);
  await console.open(mock().url);
  const file = await readFile('mock-api/data.yaml', 'utf8');
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

test('the words of the filter select the rows, and a group is a link to its rows', async ({
  page,
}) => {
  const console = mockConsole(page);
  await console.open(mock().url);
  await console.filter.fill('503 submission');
  await expect.poll(console.scenarioNames).toEqual(['overloaded-submission']);
  await console.filter.fill('index page RESET');
  await expect.poll(console.scenarioNames).toEqual(['reset-brief', 'reset-mid-body-brief']);
  await console.filter.fill('no such words');
  await page.getByRole('link', { name: 'Remove the filter' }).click();
  expect(await console.scenario('?captcha=dismissed').isVisible()).toBe(true);
  await console.group('Reading a brief 17').click();
  await expect
    .poll(async () => (await console.scenario('missing-brief').boundingBox())?.y)
    .toBeLessThan(200);
});

test('the filter and the name of the group stay in view', async ({ page }) => {
  const console = mockConsole(page);
  await console.open(mock().url, 'view=scenarios');
  const group = page.getByRole('region', { name: 'Sending a message' });
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 740 });
    await group.getByRole('row').last().scrollIntoViewIfNeeded();
    const shown = [console.filter, group.getByRole('heading')];
    // A phone has no room for the list of groups.
    if (width === 1280) shown.push(console.group('Captcha 7'));
    for (const element of shown) {
      const { y = -1 } = (await element.boundingBox()) ?? {};
      expect(y, `${element} at ${width}`).toBeGreaterThanOrEqual(0);
      expect(y, `${element} at ${width}`).toBeLessThan(370);
    }
  }
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
  const section = await beginCheck({ url }, 'tina');
  expect((await fetch(`${url}/mock/scenarios?${section}`, { method: 'POST', body })).status).toBe(
    200,
  );
  const console = mockConsole(page);
  await console.open(url, 'view=scenarios&name=tina');
  const responseOf = async (id: string) =>
    (await console.scenario(id).getByRole('cell').first().innerText()).split('\n')[0];
  await console.scenario('object-submission').waitFor();
  const found = await Promise.all(Object.keys(scenarios).map(responseOf));
  expect(found).toEqual(['200 {}', '200 []', '200 not JSON', '200 image', '200 application/pdf']);
});

test('an invalid name selects nobody', async ({ page }) => {
  const console = mockConsole(page);
  await console.open(mock().url, 'view=scenarios&text=slow-brief');
  await console.testerName.fill('a/b');
  await page.getByText('Selects no requests: a name has letters, digits, “-” and “_”').waitFor();
  expect(await console.scenario('slow-brief').getByRole('link').count()).toBe(0);
  const outline = await page.evaluate('getComputedStyle(document.activeElement).outline');
  expect(outline).toMatch(/3px/);
});

const views = [
  { view: 'scenarios', shown: 'Selects no requests' },
  { view: 'requests', shown: 'The body has the unknown property' },
];

test.for(views)(
  'the console is readable in light and dark, on a phone and with large text: $view',
  async ({ view, shown }, { page }) => {
    const { url, journal } = mock();
    const console = mockConsole(page);
    await console.open(url, `view=${view}`);
    if (view === 'scenarios') await console.testerName.fill('a/b');
    if (view === 'requests') {
      onTestFinished(() => void journal.reset());
      await postJson(url + submitPath, submission({ briefId: 'daily-harvest.lea', copyTo: 'me' }));
      await console.entry('daily-harvest.lea').getByRole('link').click();
    }
    await page.getByText(shown).first().waitFor();
    for (const { width, colorScheme, textSize } of [
      { width: 320, colorScheme: 'light', textSize: 16 },
      { width: 1280, colorScheme: 'dark', textSize: 16 },
      { width: 320, colorScheme: 'dark', textSize: 32 },
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await setTextSize(page, textSize);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(overflow, `${width} px, text of ${textSize} px`).toBe(0);
      // With another text size, axe finds the same.
      if (textSize === 16) expect(await findViolations(page), colorScheme).toEqual([]);
    }
    await setTextSize(page, 16);
  },
);

test('a name is remembered, added to all links and can be reset, which its test then says', async ({
  page,
}) => {
  const { url, journal } = mock();
  const anna = await forTester('anna', { url });
  for (const name of ['anna', 'ben']) await getBrief({ url }, `flaky-brief.${name}`);
  const console = mockConsole(page);
  await console.open(url);
  await console.testerName.fill('anna');
  const link = console.scenario('slow-brief').getByRole('link', { name: 'Open' });
  await expect.poll(() => link.getAttribute('href')).toBe(`${productUrl}/slow-brief.anna/contact`);
  await page.goto(`${url}/mock/`);
  expect(await console.testerName.inputValue()).toBe('anna');
  page.once('dialog', (dialog) => dialog.accept());
  await console.button('Reset anna').click();
  await expect.poll(() => journal.list().map(({ name }) => name)).toEqual(['ben']);
  await expect(anna.journal({})).rejects.toThrow(
    /since \S+ are no longer all there: POST \/mock\/reset\?name=anna in the console by /,
  );
});

test('an open console follows the data file, and reports an invalid one until its repair', async ({
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
      /The previous version stays in use\.\s+\S+:\d+ "daily-harvest", fullName, must be of type string, got 7\./,
    );
  await writeFile(dataFile, text.replace('briefs:\n', 'briefs:\n  evening-crumbs: {}\n'));
  await console.scenario('evening-crumbs').waitFor();
  await expect.poll(() => visibleText(console.problems)).toBe('');
});

test('a scenario that a test adds is listed in its open console until its next reset', async ({
  page,
}) => {
  const tester = await forTester('busy-tester', { url: mock().url });
  const console = mockConsole(page);
  await console.open(tester.url, `view=scenarios&name=${tester.name}`);
  await tester.addScenarios({ 'busy-brief': { operation: 'getBrief', status: 503 } });
  const link = console.scenario('busy-brief').getByRole('link', { name: 'Open' });
  expect(await link.getAttribute('href')).toBe(`${productUrl}/busy-brief.busy-tester/contact`);
  await getBrief(tester, tester.id('busy-brief'));
  await tester.reset();
  await expect.poll(() => console.scenario('busy-brief').count()).toBe(0);
});
