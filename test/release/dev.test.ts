import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { launchOptions } from '../../scripts/command/findChromium.ts';
import { listenLocally } from '../../scripts/stack/listenLocally.ts';
import { runScript, watchProcess } from '../runScript.ts';
import { freePorts } from '../startTestStack.ts';
import { temporaryFolderForFile } from '../temporaryFolderForFile.ts';
import { longTestTimeoutMs } from '../timeouts.ts';

/** A restart builds the client. */
const longWait = { timeout: longTestTimeoutMs };

/** A copy of the project, whose files the tests change, in a folder whose name is no pattern. */
const project = join(temporaryFolderForFile(), "feedback (1) it's");

let dev: ReturnType<typeof watchProcess>;
let browser: Browser;
let page: Page;
let pageUrl: string;
let mockUrl: string;

/** Returns a port that is free now: with 0, each restart would choose another one. */
async function findFreePort(): Promise<string> {
  const { port, close } = await listenLocally(createServer());
  await close();
  return `${port}`;
}

beforeAll(async () => {
  for (const name of ['client', 'server', 'mock-api', 'contract', 'scripts']) {
    cpSync(name, join(project, name), { recursive: true });
  }
  for (const name of ['openapi.yaml', 'package.json', 'tsconfig.json']) {
    cpSync(name, join(project, name));
  }
  // A folder of its own, because the client is built into it.
  mkdirSync(join(project, 'node_modules'));
  for (const name of readdirSync('node_modules')) {
    const path = join('node_modules', name);
    if (name !== '.cache') symlinkSync(resolve(path), join(project, path), 'junction');
  }
  writeFileSync(join(project, '.env'), 'LOG_LEVEL=info\n');
  const ports = { PORT: await findFreePort(), MOCK_PORT: await findFreePort() };
  const env = { PATH: process.env.PATH ?? '', ...ports };
  dev = watchProcess(spawn('npm', ['run', '--silent', 'dev'], { cwd: project, env }));
  browser = await chromium.launch(launchOptions());
  page = await browser.newPage();
  [, pageUrl = ''] = await dev.printed(/Feedback page\s+(\S+)/);
  [, mockUrl = ''] = await dev.printed(/Mock API\s+(\S+)/);
});
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

test('npm run dev starts each server once', () => {
  expect(dev.output.stdout.match(/Feedback page/g)).toHaveLength(1);
  expect(dev.output.stdout).not.toContain('[tsx]');
});

test('npm run dev writes nothing where a release is built', () => {
  expect(existsSync(join(project, 'dist'))).toBe(false);
});

test('npm run dev is reached from this machine alone', async () => {
  const other = pageUrl.replace('127.0.0.1', '127.0.0.2');
  expect(await fetch(other).catch(() => 'refused')).toBe('refused');
});

test('npm run dev logs at the LOG_LEVEL of .env', async () => {
  await fetch(pageUrl);
  const [line] = await dev.printed(/^.*"msg":"request".*$/m);
  expect(JSON.parse(line)).toMatchObject({ level: 'info', statusCode: 200 });
});

test('the script of npm run dev is readable and has a source map', async () => {
  const html = await (await fetch(pageUrl)).text();
  const [path = ''] = /\/app[^"]+\/assets\/main-[^"]+\.js/.exec(html) ?? [];
  const script = await (await fetch(new URL(path, pageUrl))).text();
  expect(script).toContain('function FeedbackPage(');
  expect(script).toMatch(/\/\/# sourceMappingURL=data:\S+\s*$/);
});

test('npm run dev --host is reached from the network, also without a mock', async () => {
  const env = { PORT: '0', BACKEND_URL: 'http://127.0.0.1:9', RECAPTCHA_SITE_KEY: 'key' };
  const { printed } = runScript('dev', { env, args: ['--host'] });
  const [, url = ''] = await printed(/Feedback page\s+(\S+)/);
  expect((await fetch(url.replace('localhost', '127.0.0.2'))).status).toBe(200);
});

test('the page reloads after a change', async () => {
  await page.goto(pageUrl);
  change('client/messages.ts', (it) => it.replaceAll('Feedback for ', 'Write to '));
  await page.getByRole('heading', { name: 'Write to The Daily Harvest' }).waitFor(longWait);
});

const mistakes = {
  'client/main.tsx': { text: '{', says: /client\/main\.tsx:\d+/ },
  'client/theme/form.scss': { text: '{', says: /client\/theme\/form\.scss:\d+/ },
  'server/app.ts': { text: '}', says: /server\/app\.ts:\d+/ },
  'mock-api/data.yaml': { text: ']', says: /mock-api\/data\.yaml:\d+/ },
};

test.each(Object.entries(mistakes))(
  'a mistake in %s is shown with its line, and serving goes on after the correction',
  async (file, { text, says }) => {
    const printed = dev.output.stderr.length;
    change(file, (it) => it + text);
    await expect.poll(() => dev.output.stderr.slice(printed), longWait).toMatch(says);
    expect(dev.output.stderr.slice(printed)).not.toContain('node_modules');

    change(file, (it) => it.slice(0, -text.length));
    const readStatus = async () => (await fetch(pageUrl).catch(() => undefined))?.status;
    await expect.poll(readStatus, longWait).toBe(200);
  },
);

test('npm run dev ends with npm', async () => {
  dev.terminate();
  for (const url of [pageUrl, mockUrl]) {
    await expect.poll(() => fetch(url).catch(() => 'refused'), longWait).toBe('refused');
  }
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
);
