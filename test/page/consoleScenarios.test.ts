import { readFile, writeFile } from 'node:fs/promises';
import { onTestFinished, vi } from 'vitest';
import { mockWith } from '../mock/fixtures/mockTest.ts';
import { startTestMock } from '../mock/fixtures/startTestMock.ts';
import { copyWithChange } from '../temporaryFiles.ts';
import { boxOf } from './fixtures/boxOf.ts';
import { expect } from './fixtures/expect.ts';
import { findViolations } from './fixtures/findViolations.ts';
import { journey } from './fixtures/journey.ts';
import { mockConsole } from './fixtures/mockConsole.ts';
import { setTextSize } from './fixtures/setTextSize.ts';

const test = journey.extend('mock', { scope: 'file' }, mockWith());

test('the words of the filter select the rows, and a group is a link to its rows', async ({
  page,
  mock,
}) => {
  const console = mockConsole(page);
  await console.open(mock.url);
  await console.filter.fill('503 submission');
  await expect(console.scenarioNames).toHaveText(['overloaded-submission']);
  await console.filter.fill('index page RESET');
  await expect(console.scenarioNames).toHaveText(['reset-brief', 'reset-mid-body-brief']);
  await console.filter.fill('no such words');
  await page.getByRole('link', { name: 'Remove the filter' }).click();
  await console.scenario('?captcha=dismissed').waitFor();
  await console.group('Reading a brief 17').click();
  await expect
    .poll(async () => (await boxOf(console.scenario('missing-brief'))).y)
    .toBeLessThan(200);
});

test('the filter and the name of the group stay in view', async ({ page, mock }) => {
  const console = mockConsole(page);
  await console.open(mock.url, 'view=scenarios');
  const group = page.getByRole('region', { name: 'Sending a message' });
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 740 });
    await group.getByRole('row').last().scrollIntoViewIfNeeded();
    const shown = [console.filter, group.getByRole('heading')];
    // A phone has no room for the list of groups.
    if (width === 1280) shown.push(console.group('Captcha 7'));
    for (const element of shown) {
      const { y } = await boxOf(element);
      expect(y, `${element} at ${width}`).toBeGreaterThanOrEqual(0);
      expect(y, `${element} at ${width}`).toBeLessThan(370);
    }
  }
});

test.for([
  { view: 'scenarios', shown: 'Selects no requests: a name has letters, digits, “-” and “_”' },
  { view: 'requests', shown: 'The body has the unknown property' },
])(
  'the console is readable in light and dark, on a phone and with large text: $view',
  async ({ view, shown }, { page, mock }) => {
    const console = mockConsole(page);
    await console.open(mock.url, `view=${view}`);
    if (view === 'scenarios') await console.testerName.fill('a/b');
    if (view === 'requests') {
      await mock.submit({ briefId: 'daily-harvest.lea', copyTo: 'me' });
      await console.entry('daily-harvest.lea').getByRole('link').click();
    }
    await page.getByText(shown).first().waitFor();
    for (const { width, colorScheme, textSize } of [
      { width: 1280, colorScheme: 'dark', textSize: 16 },
      { width: 320, colorScheme: 'light', textSize: 32 },
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await setTextSize(page, textSize);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(overflow, `${width} px, text of ${textSize} px`).toBe(0);
      expect(await findViolations(page), colorScheme).toEqual([]);
    }
    await setTextSize(page, 16);
  },
);

test('a row shows a response, its outcome and a link, which an invalid name takes away', async ({
  page,
  mock,
}) => {
  const console = mockConsole(page);
  await console.open(mock.url, 'view=scenarios&name=anna');
  const row = console.scenario('stack-trace-submission');
  await expect(row.getByRole('cell')).toHaveText([
    /500 text\s*Responds with 500 and plain text\./,
    /Not confirmed\s*Error alert, 5 s\s*java\.lang\.NullPointerException/,
    'Open stack-trace-submission',
  ]);
  const link = row.getByRole('link');
  await expect(link).toHaveAttribute('href', /\/stack-trace-submission\.anna\/contact$/);
  await console.testerName.fill('a/b');
  await expect(link).toHaveCount(0);
  await expect(console.button('Reset')).toBeDisabled();
  await expect(console.testerName).toHaveCSS('outline-width', '3px');
});

test('a name is remembered, and its button resets it', async ({ page, mock }) => {
  for (const name of ['anna', 'ben']) await mock.getBrief(`flaky-brief.${name}`);
  const console = mockConsole(page);
  await console.open(mock.url);
  await console.testerName.fill('anna');
  await console.button('Reset anna').waitFor();
  await page.goto(`${mock.url}/mock/`);
  await expect(console.testerName).toHaveValue('anna');
  page.once('dialog', (dialog) => dialog.accept());
  await console.button('Reset anna').click();
  await expect.poll(() => mock.journal.list().map(({ name }) => name)).not.toContain('anna');
  expect(mock.journal.list({ name: 'ben' })).toHaveLength(1);
});

test('an open console follows the data file, and reports an invalid one until its repair', async ({
  page,
}) => {
  for (const method of ['error', 'info', 'warn'] as const)
    vi.spyOn(globalThis.console, method).mockImplementation(() => {});
  onTestFinished(() => void vi.restoreAllMocks());
  const dataFile = await copyWithChange('mock-api/data.yaml', (text) => `${text}\n`);
  const { url } = await startTestMock({ dataFile });
  const console = mockConsole(page);
  await console.open(url);
  const text = await readFile(dataFile, 'utf8');
  await writeFile(dataFile, text.replace('daily-harvest: {}', 'daily-harvest: { fullName: 7 }'));
  await expect(console.problems).toHaveText(
    /The previous version stays in use\.\s*\S+:\d+ "daily-harvest", fullName, must be of type string, got 7\./,
  );
  await writeFile(dataFile, text.replace('briefs:\n', 'briefs:\n  evening-crumbs: {}\n'));
  await console.scenario('evening-crumbs').waitFor();
  await expect(console.problems).toHaveText('');
});
