import { spawn, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { launchOptions } from '../../scripts/command/findChromium.ts';
import { feedbackPage } from '../page/fixtures/feedbackPage.ts';
import { runScript, watchProcess } from '../runScript.ts';
import { freePorts } from '../startTestStack.ts';
import { temporaryFolderForFile } from '../temporaryFolderForFile.ts';
import { longTestTimeoutMs } from '../timeouts.ts';
import { waitFor } from '../waitFor.ts';

/** A copy of the project, whose files the tests change. */
const project = temporaryFolderForFile();

let dev: ReturnType<typeof watchProcess>;
let browser: Browser;
let page: Page;
let pageUrl: string;
let mockUrl: string;

beforeAll(async () => {
  for (const name of ['client', 'server', 'mock-api', 'contract', 'scripts']) {
    cpSync(name, join(project, name), { recursive: true });
  }
  for (const name of ['openapi.yaml', 'package.json', 'tsconfig.json']) {
    cpSync(name, join(project, name));
  }
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'), 'junction');
  writeFileSync(join(project, '.env'), 'LOG_LEVEL=info\n');
  const env = { PATH: process.env.PATH ?? '', PORT: '0', MOCK_PORT: '0' };
  dev = watchProcess(spawn('npm', ['run', '--silent', 'dev'], { cwd: project, env }));
  browser = await chromium.launch(launchOptions());
  page = await browser.newPage();
  [, pageUrl = ''] = await dev.printed(/Feedback page\s+(\S+)/);
  [, mockUrl = ''] = await dev.printed(/Mock API\s+(\S+)/);
  await page.goto(pageUrl);
  await feedbackPage(page).liveForm.waitFor();
}, longTestTimeoutMs);
afterAll(async () => {
  await browser.close();
  dev.terminate();
});

/** Replaces a file of the copy by a changed one, as most editors do. */
function change(file: string, text: (before: string) => string): void {
  const path = join(project, file);
  writeFileSync(`${path}.new`, text(readFileSync(path, 'utf8')));
  renameSync(`${path}.new`, path);
}

const problem = () => page.locator('pre[role=alert]');
const heading = () => page.getByRole('heading', { level: 1 });

async function readJournal() {
  const response = await fetch(`${mockUrl}/mock/journal`);
  return (await response.json()) as { run: string; entries: unknown[] };
}

test('npm run dev starts no server again before a change', () => {
  expect(dev.output.stdout).not.toContain('runs the current source');
});

test('npm run dev is reached from this machine alone', async () => {
  const other = pageUrl.replace('127.0.0.1', '127.0.0.2');
  expect(await fetch(other).catch(() => 'refused')).toBe('refused');
});

test('npm run dev logs at the LOG_LEVEL of .env', async () => {
  const [line] = await dev.printed(/^.*"msg":"request".*$/m);
  expect(JSON.parse(line)).toMatchObject({ level: 'info', status: 200 });
});

test(
  'npm run dev --host is reached from the network, also without a mock',
  async () => {
    const env = { PORT: '0', BACKEND_URL: 'http://127.0.0.1:9', RECAPTCHA_SITE_KEY: 'key' };
    const { printed } = runScript('dev', { env, args: ['--host'] });
    const [, url = ''] = await printed(/Feedback page\s+(\S+)/);
    expect((await fetch(url.replace('localhost', '127.0.0.2'))).status).toBe(200);
  },
  longTestTimeoutMs,
);

test('npm run dev --host with the address of another machine names the option', async () => {
  const env = { PORT: '0', BACKEND_URL: 'http://127.0.0.1:9', RECAPTCHA_SITE_KEY: 'key' };
  const { exitCode, output } = runScript('dev', { env, args: ['--host', '203.0.113.1'] });
  expect(await exitCode()).toBe(1);
  expect(output.stderr).toMatch(
    /^--host: expected an address of this machine, .+ got "203.0.113.1"/,
  );
});

const mistakes = [
  {
    text: '{',
    place: 'client/ and its Sass',
    files: ['client/App.tsx', 'client/theme/form.scss'],
    says: 'form.scss',
  },
  { text: '}', place: 'server/', files: ['server/app.ts'], says: 'server/app.ts:' },
  {
    text: "throw new Error('no');",
    place: 'mock-api/',
    files: ['mock-api/app.ts'],
    says: 'mock-api/app.ts',
  },
  { text: ']', place: 'openapi.yaml', files: ['openapi.yaml'], says: 'openapi.yaml:' },
];

test.each(mistakes)(
  'after "$text" in $place, page and journal stay, and both sides say why until it is repaired',
  async ({ text, files, says }) => {
    const before = await readJournal();
    expect(before.entries.length).toBeGreaterThan(0);
    const printed = dev.output.stderr.length;

    for (const file of files) change(file, (it) => it + text);
    await problem().filter({ hasText: says }).waitFor();
    expect(dev.output.stderr.slice(printed)).toContain(says);
    expect(dev.output.stderr.slice(printed)).not.toContain('node_modules');
    expect(await heading().textContent()).toBe('Feedback for The Daily Harvest');
    expect((await fetch(pageUrl)).status).toBe(200);

    for (const file of files) change(file, (it) => it.slice(0, -text.length));
    await problem().waitFor({ state: 'detached' });
    expect(await readJournal()).toMatchObject({ run: before.run, entries: before.entries });
  },
  longTestTimeoutMs,
);

test(
  'a changed text is on the page, and the journal is kept',
  async () => {
    const { run } = await readJournal();
    change('client/feedback/FeedbackPage.tsx', (it) => it.replaceAll('Feedback for ', 'Write to '));
    await heading().filter({ hasText: 'Write to The Daily Harvest' }).waitFor();
    expect((await readJournal()).run).toBe(run);
  },
  longTestTimeoutMs,
);

test(
  'changed code of the mock runs at the same URL',
  async () => {
    const { run } = await readJournal();
    change('mock-api/app.ts', (it) => `${it}\n// changed`);
    await expect.poll(async () => (await readJournal()).run).not.toBe(run);
    await dev.printed(/^The mock runs the current source\.$/m);
  },
  longTestTimeoutMs,
);

test('npm run dev ends with npm', async () => {
  dev.terminate();
  await waitFor(async () => expect(await fetch(pageUrl).catch(() => 'refused')).toBe('refused'));
  await waitFor(async () => expect(await fetch(mockUrl).catch(() => 'refused')).toBe('refused'));
});

test.each(['start', 'build'] as const)(
  'npm run %s prints a mistake in a stylesheet without a stack trace',
  (script) => {
    change('client/theme/form.scss', (it) => `${it}{`);
    const [, ...args] = manifest.scripts[script].split(' ');
    const options = { cwd: project, env: freePorts, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync(process.execPath, args, options);
    change('client/theme/form.scss', (it) => it.slice(0, -1));
    expect(stderr).toContain('form.scss');
    expect(stderr).not.toMatch(/^ +at /m);
    expect(status).toBe(1);
  },
  longTestTimeoutMs,
);
