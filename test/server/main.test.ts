import { once } from 'node:events';
import { expect, test } from 'vitest';
import { findBuildVersion } from '../../scripts/build/findBuildVersion.ts';
import { openSocket } from '../support/host/rawClient.ts';
import {
  buildHostForFile,
  validEnvironment,
  whenExited,
  whenListening,
} from '../support/host/runBuiltHost.ts';
import { startBackend } from '../support/host/startBackend.ts';
import { productionEnvironment } from '../support/host/testConfig.ts';

const host = buildHostForFile();

/** Runs the built host, after a script if one is given. */
function run(env: Record<string, string>, script = '') {
  const child = host.spawn(env, ['--import', `data:text/javascript,${encodeURI(script)}`]);
  return { child, exit: whenExited(child) };
}

test('an invalid configuration is reported completely, and the exit code is 1', async () => {
  const { BACKEND_URL, RECAPTCHA_SITE_KEY, ...env } = productionEnvironment;
  const { code, stdout, stderr } = await run({ ...env, PORT: 'http' }).exit;
  expect(stderr.trim().split('\n')).toEqual([
    'Invalid configuration:',
    expect.stringMatching('PORT: expected a whole number from 0 to 65535, got "http"'),
    expect.stringMatching('BACKEND_URL: required'),
    expect.stringMatching('RECAPTCHA_SITE_KEY: required'),
  ]);
  expect(code).toBe(1);
  expect(stdout).toBe('');
});

test('an unsupported version of Node.js is reported, and the exit code is 1', async () => {
  const pretend =
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '24.17.0' } })";
  const { code, stdout, stderr } = await run(validEnvironment, pretend).exit;
  expect(stderr).toBe('Node.js: expected ^22.23.2 || ^24.18.1 || >=26.5.1, got 24.17.0\n');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
});

test('a missing client build is reported, and the exit code is 1', async () => {
  const { code, stderr } = await run(productionEnvironment).exit;
  expect(stderr).toMatch(/^No built client at .*\. Run "npm run build"\.\n$/);
  expect(code).toBe(1);
});

test.each(['PORT', 'METRICS_PORT'])(
  'a %s in use is reported, and the exit code is 1',
  async (name) => {
    host.addClient();
    const { port } = await startBackend();
    const { code, stderr } = await run({ ...validEnvironment, [name]: String(port) }).exit;
    expect(stderr).toBe(
      `${name}: port ${port} is in use. Stop the process that listens on it, or choose another port.\n`,
    );
    expect(code).toBe(1);
  },
);

test('the version and the commit are in the metrics and in each line of the log, such as a warning about settings', async () => {
  const env = { ...validEnvironment, METRICS_PORT: '0', DRAIN_TIMEOUT_MS: '1000' };
  const { child, exit } = run(env);
  const { metricsPort } = await whenListening(child);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  child.kill('SIGTERM');
  const version = findBuildVersion(process.env);
  expect(metrics).toContain(`build_info{version="${version}"} 1`);
  const lines = (await exit).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const line of lines) expect(line).toMatchObject({ version });
  expect(lines[0]).toMatchObject({
    level: 'warn',
    msg: expect.stringMatching(/^DRAIN_TIMEOUT_MS: expected more than/),
  });
});

test('the built host serves documents without node_modules and proxies nothing under /mock/', async () => {
  const { child } = run(validEnvironment);
  const { url } = await whenListening(child);
  const page = await fetch(`${url}/app/subscriber-feedback/1/2/contact`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Loading...');
  for (const path of ['/mock/', '/mock/journal', '/mock/captcha/enterprise.js']) {
    expect((await fetch(`${url}${path}`)).status).toBe(404);
  }
});

test.each(['SIGTERM', 'SIGHUP'] as const)(
  '%s waits for the request in flight, and the exit code is 0',
  async (signal) => {
    const backend = await startBackend((_req, res) => {
      child.kill(signal);
      child.stdout?.once('data', () => res.end('{}'));
    });
    const { child, exit } = run({ ...validEnvironment, BACKEND_URL: backend.url });
    const { url } = await whenListening(child);
    expect((await fetch(`${url}/rest/a`, { method: 'POST', body: 'x' })).status).toBe(200);
    const { code, stdout, stderr } = await exit;
    expect(stdout).toMatch('"msg":"stopped"');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  },
);

test('signals are handled before the configuration is read, because process 1 ignores them otherwise', async () => {
  const report =
    "process.on('newListener', (name) => { if (name === 'SIGTERM') process.stdout.write('handled') })";
  const { stdout, stderr } = await run({}, report).exit;
  expect(stderr).toMatch(/^Invalid configuration:/);
  expect(stdout).toBe('handled');
});

test('with fewer open files than connections, the limits are lowered with a warning, and health checks are served', async () => {
  const env = { ...validEnvironment, METRICS_PORT: '0' };
  const child = host.spawn(env, [], { maxOpenFiles: '256' });
  const firstChunk = once(child.stdout ?? child, 'data');
  const { url, port, metricsPort } = await whenListening(child);
  expect(String(await firstChunk)).toMatch(
    /"level":"warn".*MAX_CONNECTIONS: lowered to 128, and MAX_IN_FLIGHT to 32, .* 256 files/,
  );
  for (let i = 0; i < 400; i++) await openSocket(port);
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status).toBe(200);
});

test('a second signal exits immediately', async () => {
  const { child, exit } = run({ ...validEnvironment, DRAIN_DELAY_MS: '60000' });
  await whenListening(child);
  child.kill('SIGTERM');
  await once(child.stdout ?? child, 'data');
  child.kill('SIGINT');
  expect((await exit).code).toBe(1);
});

test('an uncaught exception is logged without its message, and the exit code is 1', async () => {
  const crash = "process.on('SIGUSR2', () => { throw new TypeError('quot' + 'ing'); })";
  const { child, exit } = run(validEnvironment, crash);
  await whenListening(child);
  child.kill('SIGUSR2');
  const { code, stdout } = await exit;
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /"level":"fatal".*"name":"TypeError","stack":\["at .*"msg":"uncaught exception"/,
  );
  expect(stdout).not.toMatch('quoting');
});
