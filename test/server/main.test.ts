import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { distDirectory } from '../../scripts/paths.ts';
import { startBackend } from '../support/hostBackend.ts';
import { withBuiltClient } from '../support/hostClientFiles.ts';
import { productionEnvironment } from '../support/hostConfig.ts';

let directory = '';

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'host-'));
  cpSync(join(distDirectory, 'server.js'), join(directory, 'server.js'));
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Runs the host's entry as a process of its own. */
function run(env: Record<string, string>, ...options: string[]) {
  const child = spawn(process.execPath, [...options, join(directory, 'server.js')], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const stdout = text(child.stdout);
  const stderr = text(child.stderr);
  const exit = once(child, 'exit').then(async ([code]) => ({
    code,
    stdout: await stdout,
    stderr: await stderr,
  }));
  return { child, exit };
}

async function whenListening(child: ChildProcess): Promise<string> {
  for (;;) {
    const [chunk] = await once(child.stdout ?? child, 'data');
    const port = String(chunk).match(/"port":(\d+)/)?.[1];
    if (port) return `http://127.0.0.1:${port}`;
  }
}

const running = { ...productionEnvironment, PORT: '0', HOST: '127.0.0.1' };

test('a bad configuration is told whole, and the exit code is 1', async () => {
  const { BACKEND_URL, RECAPTCHA_SITE_KEY, ...env } = productionEnvironment;
  const { code, stdout, stderr } = await run({ ...env, PORT: 'http' }).exit;
  expect(stderr.trim().split('\n')).toEqual([
    'The configuration has faults:',
    expect.stringMatching('PORT is "http"'),
    expect.stringMatching('BACKEND_URL is not set'),
    expect.stringMatching('RECAPTCHA_SITE_KEY is not set'),
  ]);
  expect(code).toBe(1);
  expect(stdout).toBe('');
});

test('a missing client is told in a sentence, and the exit code is 1', async () => {
  const { code, stderr } = await run(productionEnvironment).exit;
  expect(stderr).toMatch(/^There is no built client \(.*\)\. "npm run build" makes it\.\n$/);
  expect(code).toBe(1);
});

test('a port for figures that is taken is told in a sentence, and the exit code is 1', async () => {
  withBuiltClient((client) => cpSync(client, join(directory, 'client'), { recursive: true }));
  const { port } = await startBackend();
  const { code, stderr } = await run({ ...running, METRICS_PORT: String(port) }).exit;
  expect(stderr).toMatch(/^Port \d+ is in use\..* METRICS_PORT .*\n$/);
  expect(code).toBe(1);
});

test('the built host serves the page without node_modules, and knows nothing under /mock/', async () => {
  const { child } = run(running);
  const url = await whenListening(child);
  const page = await fetch(`${url}/app/subscriber-feedback/1/2/contact`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Loading...');
  for (const path of ['/mock/', '/mock/journal', '/mock/captcha/enterprise.js', '/mock/docs']) {
    expect((await fetch(`${url}${path}`)).status).toBe(404);
  }
});

test('SIGTERM lets what is in flight finish and ends with 0', async () => {
  let release = () => {};
  const backend = await startBackend((_req, res) => {
    release = () => res.end('{}');
    backend.server.emit('arrived');
  });
  const { child, exit } = run({ ...running, BACKEND_URL: backend.url });
  const url = await whenListening(child);
  const arrived = once(backend.server, 'arrived');
  const answer = fetch(`${url}/rest/a`, { method: 'POST', body: 'x' });
  await arrived;
  child.kill('SIGTERM');
  await once(child.stdout, 'data');
  release();
  expect((await answer).status).toBe(200);
  const { code, stdout, stderr } = await exit;
  expect(stdout).toMatch('"msg":"stopped"');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('a second signal ends it at once', async () => {
  const { child, exit } = run({ ...running, DRAIN_DELAY_MS: '60000' });
  await whenListening(child);
  child.kill('SIGTERM');
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  expect((await exit).code).toBe(1);
});

test('a crash is logged and ends with 1', async () => {
  const crash = "process.on('SIGUSR2', () => { throw new TypeError('quot' + 'ing'); })";
  const { child, exit } = run(running, '--import', `data:text/javascript,${encodeURI(crash)}`);
  await whenListening(child);
  child.kill('SIGUSR2');
  const { code, stdout } = await exit;
  expect(code).toBe(1);
  expect(stdout).toMatch(/"level":"fatal".*"name":"TypeError","at":\["at .*"msg":"crash"/);
  expect(stdout).not.toMatch('quoting');
});
