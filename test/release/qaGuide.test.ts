import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { buildPackage } from '../../scripts/build/buildPackage.ts';
import { findChromium } from '../../scripts/command/findChromium.ts';
import { findExample } from '../guide.ts';
import { briefsPath, startTestObserver } from '../mock/fixtures/startTestMock.ts';
import { startBackend } from '../startBackend.ts';
import { startTestStack } from '../startTestStack.ts';
import { temporaryFolder } from '../temporaryFiles.ts';
import { isPythonInstalled } from '../verifier/fixtures/startPythonBackend.ts';

const run = promisify(execFile);

/** Returns an example of the guide with the URL of the test stack. */
const example = (...args: Parameters<typeof findExample>) =>
  findExample(...args).replaceAll('http://localhost:3000', inject('hostUrl'));

/** The example in the doc comment of a file. */
function exampleOf(file: string): string {
  const [, lines = ''] = /@example\n(.*?)\n \*\//s.exec(readFileSync(file, 'utf8')) ?? [];
  return lines.replace(/^ \* ?/gm, '');
}

/** The variables of a terminal, without those of the running tests. */
const terminal = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  CHROMIUM_PATH: findChromium(process.env, console.log),
};

test.skipIf(!isPythonInstalled)(
  'the Python example works, and its errors say what came',
  async () => {
    const cwd = import.meta.dirname;
    const code = example('Tests without Node.js', 'python');
    await run('python3', ['-c', code], { cwd });
    const failed = run('python3', ['-c', code.replace('expect(1,', 'expect(0,')], { cwd });
    await expect(failed).rejects.toThrow(/Expected exactly 0 with .*Request \d+ matches: POST /s);
  },
);

/** A file of CommonJS, which is run as Jest does: its hooks around its one test. */
const jestFile = `
const hooks = {};
const beforeEach = (run) => { hooks.before = run; };
const afterEach = (run) => { hooks.after = run; };
const test = (title, run) => setImmediate(async () => {
  await hooks.before();
  await run();
  await hooks.after();
  console.log('passed: ' + title);
});

const { forTester } = require('subscriber-feedback/testing');

let tester;
beforeEach(async () => {
  tester = await forTester();
});
afterEach(() => tester.finish());

test('a brief is requested once', async () => {
  await fetch(\`\${tester.url}${briefsPath}/\${tester.id('daily-harvest')}\`);
  await tester.expectRequests({ operation: 'getBrief' }, { exactly: 1 });
});
`;

test('the examples of the helper run in a project that has installed the package', async () => {
  // The project has installed the package, Vitest and a stand-in for Playwright's test runner.
  const cwd = await temporaryFolder();
  const packages = join(cwd, 'node_modules');
  const playwrightTest = join(packages, '@playwright/test');
  await mkdir(playwrightTest, { recursive: true });
  await cp('test/release/playwrightTest.mjs', join(playwrightTest, 'index.mjs'));
  await writeFile(join(playwrightTest, 'package.json'), '{ "exports": "./index.mjs" }');
  await buildPackage(join(packages, 'subscriber-feedback'));
  for (const name of ['vitest', 'playwright-core']) {
    await symlink(resolve('node_modules', name), join(packages, name));
  }
  const heading = 'Tests in another project';
  // The requests of other tests have no tester's name.
  const { host } = await startTestStack({});
  const env = { ...terminal, MOCK_URL: host.url };
  await writeFile(join(cwd, 'message.spec.mts'), example(heading, 'ts'));
  await writeFile(join(cwd, 'third.test.ts'), exampleOf('mock-api/testing/vitestFixtures.ts'));
  await writeFile(join(cwd, 'jest.cjs'), jestFile);
  const vitest = join(cwd, 'node_modules/vitest/vitest.mjs');
  const [playwright, jest, { stdout }] = await Promise.all([
    run(process.execPath, ['message.spec.mts'], { cwd, env }),
    run(process.execPath, ['jest.cjs'], { cwd, env }),
    run(process.execPath, [vitest, 'run', 'third'], { cwd, env }),
  ]);
  expect(playwright.stdout).toBe('passed: a missing brief is requested once\n');
  expect(jest.stdout).toBe('passed: a brief is requested once\n');
  expect(stdout).toContain('1 passed');
});

test('the steps of the CI recipe run the check and save the journal', async () => {
  const lines = example('End-to-end tests in CI', 'sh').split('\n');
  // The browser is installed, and the stack of the tests is running.
  const commands = lines.filter((line) => !/^npm (ci|start)/.test(line));
  const cwd = await temporaryFolder();
  await symlink(resolve('node_modules'), join(cwd, 'node_modules'));
  await symlink(resolve('mock-api'), join(cwd, 'mock-api'));
  await writeFile(join(cwd, 'first-check.mjs'), example('A first check with Playwright', 'js'));
  const env = { ...terminal, MOCK_URL: inject('hostUrl') };
  await run('sh', ['-ec', commands.join('\n')], { cwd, env });
  const journal = JSON.parse(await readFile(join(cwd, 'journal.json'), 'utf8'));
  expect(journal).toHaveProperty('entries');
});

test.each([
  ['a mock in front of a backend', 0, 'MOCK_BACKEND'],
  ['the observer', 1, 'BACKEND_URL'],
])('the page works with %s and the captcha stand-in', async (_, index, variable) => {
  const backend = await startBackend();
  const url = index === 0 ? backend.url : (await startTestObserver(backend.url)).url;
  const command = example('Put the mock in front of a real backend', 'sh', index);
  const variables = [...command.matchAll(/([A-Z_]+)=(\S+)/g)];
  const env = Object.fromEntries(variables.map(([, name, value]) => [name, value]));
  expect(env).toHaveProperty(variable);
  const { host } = await startTestStack({ ...env, [variable]: url });
  const captcha = await fetch(`${host.url}/mock/captcha/enterprise.js`);
  expect(captcha.status).toBe(200);
  const brief = await fetch(`${host.url}${briefsPath}/real`);
  expect(await brief.json()).toEqual({ name: 'daily', fullName: 'The Daily' });
});
