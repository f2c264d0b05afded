import { readFile, writeFile } from 'node:fs/promises';
import { expect, inject } from 'vitest';
import { scenarios } from '../../mock-api/scenarios/scenarios.ts';
import { journey as test } from '../support/browser/journey.ts';
import { mockConsole, visibleText } from '../support/browser/mockConsole.ts';
import { briefsPath, startTestMock } from '../support/mock/startTestMock.ts';
import { copyWithChange } from '../support/mock/temporaryFiles.ts';

test('every scenario is listed with its description and expected outcome', async ({ page }) => {
  const { url } = await startTestMock();
  const console = mockConsole(page);
  await console.open(url);
  const names = await page.locator('.name').allTextContents();
  expect(names).toEqual(expect.arrayContaining(scenarios.map(({ id }) => id)));

  await console.openGroup('Sending a message');
  const row = console.scenario('stack-trace-submission');
  expect(await visibleText(row)).toMatch(/Responds with 500 and plain text\./);
  expect(await visibleText(row)).toMatch(
    /An error alert that disappears after 5 seconds: “java\.lang\.NullPointerException at com\.example\.Brief\.load”/,
  );
});

test('a link opens its scenario in the product with the tester’s suffix', async ({
  page,
  context,
}) => {
  const console = mockConsole(page);
  await console.open(inject('hostUrl'));
  await console.suffix.fill('console-tester');
  await console.openGroup('Reading a brief');
  const opened = context.waitForEvent('page');
  await console.scenario('nameless-brief').getByRole('link', { name: 'Open' }).click();
  const product = await opened;
  await product.getByRole('heading', { level: 1, name: 'Feedback for' }).waitFor();
  expect(product.url()).toBe(
    `${inject('hostUrl')}/app/subscriber-feedback/3141592/nameless-brief.console-tester/contact`,
  );
  await console.entry('nameless-brief.console-tester').waitFor();
});

test('the suffix survives a reload', async ({ page }) => {
  const { url } = await startTestMock();
  const console = mockConsole(page);
  await console.open(url);
  await console.suffix.fill('anna');
  await page.reload();
  expect(await console.suffix.inputValue()).toBe('anna');
  const link = page.locator('a[data-key="slow-brief"]');
  expect(await link.getAttribute('href')).toMatch(/\/slow-brief\.anna\/contact$/);
});

test('an invalid suffix is not added, and the console says so', async ({ page }) => {
  const { url } = await startTestMock();
  const console = mockConsole(page);
  await console.open(url);
  await console.suffix.fill('a/b');
  expect(await visibleText(console.suffixProblem)).toBe(
    'Not used: a suffix consists of letters, digits, “-” and “_”.',
  );
  const link = page.locator('a[data-key="slow-brief"]');
  expect(await link.getAttribute('href')).toMatch(/\/slow-brief\/contact$/);
});

test('a button resets what the tester’s suffix has left', async ({ page }) => {
  const mock = await startTestMock();
  const console = mockConsole(page);
  await console.open(mock.url);
  for (const suffix of ['anna', 'ben'])
    await fetch(`${mock.url}${briefsPath}/flaky-brief.${suffix}`);
  await console.suffix.fill('anna');
  page.on('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Reset anna' }).click();
  await expect.poll(() => mock.journal.list().map(({ suffix }) => suffix)).toEqual(['ben']);
});

test('a brief that is added to the data appears in an open console', async ({ page }) => {
  const dataFile = await copyWithChange('mock-api/data.yaml', (text) => `${text}\n`);
  const { url } = await startTestMock({ dataFile });
  const console = mockConsole(page);
  await console.open(url);
  await console.suffix.fill('anna');
  await console.openGroup('Briefs');
  const text = await readFile(dataFile, 'utf8');
  await writeFile(dataFile, text.replace('briefs:\n', 'briefs:\n  evening-crumbs: {}\n'));
  const link = console.scenario('evening-crumbs').getByRole('link', { name: 'Open' });
  await link.waitFor();
  expect(await link.getAttribute('href')).toMatch(/\/evening-crumbs\.anna\/contact$/);
});

test('the search shows only the scenarios that contain all words', async ({ page }) => {
  const { url } = await startTestMock();
  const console = mockConsole(page);
  await console.open(url);
  await console.openGroup('Captcha');
  const shown = async () => page.locator('.rows > li:visible .name').allTextContents();
  await console.search.fill('503 Submission');
  await expect.poll(shown).toEqual(['overloaded-submission']);
  await console.search.fill('no such thing');
  await expect.poll(shown).toEqual([]);
  await console.search.fill('');
  await expect.poll(shown).toContain('?captcha=dismissed');
  expect(await shown()).not.toContain('overloaded-submission');
});

test('a link fills in the suffix and the filters', async ({ page }) => {
  const { url } = await startTestMock();
  for (const suffix of ['anna', 'ben']) await fetch(`${url}${briefsPath}/daily-harvest.${suffix}`);
  const console = mockConsole(page);
  await page.goto(`${url}/mock/?suffix=anna&key=.anna&operation=getBrief`);
  expect(await console.suffix.inputValue()).toBe('anna');
  await expect.poll(() => visibleText(console.count)).toBe('1 of 2 requests.');
});

test('links contain the captcha outcome and encode the braces of a GUID', async ({ page }) => {
  const { url } = await startTestMock();
  await mockConsole(page).open(url);
  const hrefs = await page
    .locator('a.open')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const base = 'http://localhost:3000/app/subscriber-feedback/3141592';
  expect(hrefs).toContain(`${base}/daily-harvest/contact?captcha=dismissed`);
  expect(hrefs).toContain(`${base}/%7B6F9619FF-8B86-D011-B42D-00C04FC964FF%7D/contact`);
});

test('buttons send the requests that have no page in the product', async ({ page }) => {
  const { url } = await startTestMock();
  const console = mockConsole(page);
  await console.open(url);
  const resultOf = async (id: string) => {
    const row = console.scenario(id);
    await row.getByRole('button', { name: 'Send' }).click();
    const output = row.locator('output');
    await expect.poll(() => visibleText(output)).not.toBe('');
    return visibleText(output);
  };
  await console.openGroup('Signing in');
  expect(await resultOf('broken-sign-in')).toBe('Status 500');
  await console.openGroup('Reading the current user');
  expect(await resultOf('login-page-current-user')).toBe('Status 401');
  await console.openGroup('Staff');
  expect(await resultOf('latecomer')).toBe('Status 200');
  await console.openGroup('Signing out');
  expect(await resultOf('reset-sign-out')).toBe('No complete response');
});
