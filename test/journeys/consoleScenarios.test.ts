import { expect, inject } from 'vitest';
import { scenarios } from '../../mock-api/scenarios.ts';
import { journey as test } from '../support/journey.ts';
import { mockConsole, shownAt } from '../support/mockConsole.ts';
import { mockServer } from '../support/mockServer.ts';

test('every scenario is listed with what it does and what the product must show', async ({
  page,
}) => {
  const { url } = await mockServer();
  const console = mockConsole(page);
  await console.open(url);
  const names = await page.locator('.name').allTextContents();
  expect(names).toEqual(expect.arrayContaining(scenarios.map(({ id }) => id)));

  await console.unfold('Sending a message');
  const row = console.scenario('stack-trace-submission');
  expect(await shownAt(row)).toMatch(/Answers 500 with plain text\./);
  expect(await shownAt(row)).toMatch(
    /An error alert that goes after 5 seconds: “java\.lang\.NullPointerException at com\.example\.Brief\.load”/,
  );
});

test('a link opens its scenario in the product, kept apart by the tester’s suffix', async ({
  page,
  context,
}) => {
  const console = mockConsole(page);
  await console.open(inject('hostUrl'));
  await console.suffix.fill('console-tester');
  await console.unfold('Reading a brief');
  const opened = context.waitForEvent('page');
  await console.scenario('nameless-brief').getByRole('link', { name: 'Open' }).click();
  const product = await opened;
  await product.getByRole('heading', { level: 1, name: 'Feedback for' }).waitFor();
  expect(product.url()).toBe(
    `${inject('hostUrl')}/app/subscriber-feedback/3141592/nameless-brief.console-tester/contact`,
  );
  await console.entry('nameless-brief.console-tester').waitFor();
});

test('the suffix is still there after a reload', async ({ page }) => {
  const { url } = await mockServer();
  const console = mockConsole(page);
  await console.open(url);
  await console.suffix.fill('anna');
  await page.reload();
  expect(await console.suffix.inputValue()).toBe('anna');
  const link = page.locator('a[data-key="slow-brief"]');
  expect(await link.getAttribute('href')).toMatch(/\/slow-brief\.anna\/contact$/);
});

test('a suffix that no address can hold is left out', async ({ page }) => {
  const { url } = await mockServer();
  const console = mockConsole(page);
  await console.open(url);
  await console.suffix.fill('a/b');
  const link = page.locator('a[data-key="slow-brief"]');
  expect(await link.getAttribute('href')).toMatch(/\/slow-brief\/contact$/);
});

test('a captcha’s link carries its outcome, the braces of a GUID are encoded', async ({ page }) => {
  const { url } = await mockServer();
  await mockConsole(page).open(url);
  const hrefs = await page
    .locator('a.open')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const base = 'http://localhost:3000/app/subscriber-feedback/3141592';
  expect(hrefs).toContain(`${base}/daily-harvest/contact?captcha=dismissed`);
  expect(hrefs).toContain(`${base}/%7B6F9619FF-8B86-D011-B42D-00C04FC964FF%7D/contact`);
});

test('what the product has no page for is called from here', async ({ page }) => {
  const { url } = await mockServer();
  const console = mockConsole(page);
  await console.open(url);
  const answerTo = async (id: string) => {
    const row = console.scenario(id);
    await row.getByRole('button', { name: 'Send' }).click();
    const output = row.locator('output');
    await expect.poll(() => shownAt(output)).not.toBe('');
    return shownAt(output);
  };
  await console.unfold('Signing in');
  expect(await answerTo('broken-sign-in')).toBe('answered 500');
  await console.unfold('Asking who is signed in');
  expect(await answerTo('login-page-current-user')).toBe('answered 401');
  await console.unfold('Staff');
  expect(await answerTo('latecomer')).toBe('answered 200');
  await console.unfold('Signing out');
  expect(await answerTo('reset-sign-out')).toBe('no whole answer');
});
