import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { findBuildVersion } from '../../scripts/build/findBuildVersion.ts';
import { checkNodeVersion, supportedNodeVersions } from '../../server/nodeVersion.ts';
import { get, openSocket, postHead, readResponse, sendRaw } from '../rawClient.ts';
import { type SocketHandler, startRawBackend } from '../startRawBackend.ts';
import { productionEnvironment } from '../testConfig.ts';
import { longTestTimeoutMs } from '../timeouts.ts';
import { buildHostForFile, validEnvironment } from './fixtures/runBuiltHost.ts';

const host = buildHostForFile();

/** Runs the built host after a script. */
const run = (env: Record<string, string>, script = '') =>
  host.spawn(env, ['--import', `data:text/javascript,${encodeURI(script)}`]);

test(
  'an invalid configuration is reported completely after signals are handled, and the exit code is 1',
  async () => {
    // Process 1 of a container ignores a signal that it does not handle.
    const report =
      "process.on('newListener', (name) => { if (name === 'SIGTERM') process.stdout.write('handled') })";
    const { BACKEND_URL, RECAPTCHA_SITE_KEY, ...incomplete } = productionEnvironment;
    const { exitCode, output } = run({ ...incomplete, PORT: 'http' }, report);
    expect(await exitCode()).toBe(1);
    expect(output.stdout).toBe('handled');
    expect(output.stderr).toMatch(
      /^Invalid configuration:\n.* PORT: expected a whole .*\n.* BACKEND_URL: required.*\n.* RECAPTCHA_SITE_KEY: required.*\n$/,
    );
  },
  longTestTimeoutMs,
);

test(
  'an unsupported version of Node.js is reported, and the exit code is 1',
  async () => {
    const pretend =
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '24.17.0' } })";
    const { exitCode, output } = run(validEnvironment, pretend);
    const stderr = expect.stringMatching(/^Node.js: expected \^22.*, got 24.17.0\n$/);
    expect({ code: await exitCode(), ...output }).toEqual({ code: 1, stdout: '', stderr });
  },
  longTestTimeoutMs,
);

test(
  'the page is served without node_modules until SIGTERM, and metrics and log have the version',
  async () => {
    const env = { ...validEnvironment, METRICS_PORT: '0', DRAIN_TIMEOUT_MS: '1000' };
    const { output, terminate, whenListening, exitCode } = run(env);
    const { port, metricsPort } = await whenListening();
    expect(await sendRaw(port, get('/app/subscriber-feedback/1/2/contact'))).toMatchObject({
      status: 200,
      body: expect.stringContaining('Loading...'),
    });
    const { body } = await sendRaw(metricsPort, get('/metrics'));
    terminate();
    expect(await exitCode()).toBe(0);
    const version = findBuildVersion(process.env);
    expect(body).toContain(`build_info{version="${version}"} 1`);
    const lines = output.stdout.trim().split('\n');
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ version });
    expect(lines[0]).toMatch(/"level":"warn".*"DRAIN_TIMEOUT_MS: expected more than/);
    expect(lines.at(-1)).toMatch('"msg":"stopped"');
  },
  longTestTimeoutMs,
);

/** Runs a command of the built host until it exits. */
async function runCommand(command: string[], env: Record<string, string> = {}) {
  const { exitCode, output } = host.spawn(env, [], { command });
  return { code: await exitCode(), ...output };
}

test(
  '--health and health.js succeed while the host serves, and otherwise say why not',
  async () => {
    const { port } = await run(validEnvironment).whenListening();
    // The check uses no proxy of the environment.
    const proxies = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:1' };
    const env = { ...validEnvironment, ...proxies, PORT: `${port} ` };
    for (const command of [['server.js', '--health'], ['health.js']]) {
      expect(await runCommand(command, env)).toEqual({ code: 0, stdout: '', stderr: '' });
    }
    const failed = await runCommand(['health.js'], { ...env, PORT: '1' });
    const stderr = 'The host does not respond at 127.0.0.1, port 1: ECONNREFUSED\n';
    expect(failed).toEqual({ code: 1, stdout: '', stderr });
  },
  longTestTimeoutMs,
);

test(
  '--version prints the version, and another option the usage',
  async () => {
    const stdout = `${findBuildVersion(process.env)}\n`;
    expect(await runCommand(['server.js', '--version'])).toEqual({ code: 0, stdout, stderr: '' });
    const stderr = 'Usage: node server.js [--health | --version], got --port=80\n';
    const other = await runCommand(['server.js', '--port=80']);
    expect(other).toEqual({ code: 1, stdout: '', stderr });
  },
  longTestTimeoutMs,
);

test(
  'an uncaught exception is logged without its message, and the exit code is 1',
  async () => {
    const crash = "process.on('SIGUSR2', () => { throw new TypeError('quot' + 'ing'); })";
    const { child, exitCode, output, whenListening } = run(validEnvironment, crash);
    await whenListening();
    child.kill('SIGUSR2');
    expect(await exitCode()).toBe(1);
    expect(output.stdout).toMatch(
      /"level":"fatal".*"name":"TypeError","stack":\["at .*"msg":"uncaught exception"/,
    );
    expect(output.stdout).not.toMatch('quoting');
  },
  longTestTimeoutMs,
);

/** Returns the port of a host with a heap of 48 MB, in front of a backend that handles requests this way. */
async function startSmallHost(handler: SocketHandler): Promise<number> {
  const backend = await startRawBackend(handler);
  // Only the heap limits how long the host takes on a slow machine.
  const env = { ...validEnvironment, BACKEND_URL: backend.url, PROXY_TIMEOUT_MS: '600000' };
  return (await host.spawn(env, ['--max-old-space-size=48']).whenListening()).port;
}

const live = get('/health/live');

test(
  '24 dropped requests of 10,000 one-byte chunks, as objects 120 MB, do not crash a heap of 48 MB',
  async () => {
    const port = await startSmallHost(() => {});
    const chunks = '1\r\nx\r\n'.repeat(10_000);
    const requests = `${get('/rest/a')}${postHead}Transfer-Encoding: chunked\r\n\r\n${chunks}`;
    for (let i = 0; i < 24; i++) {
      const client = await openSocket(port);
      client.write(requests);
      if (i % 8 === 7) expect(await sendRaw(port, live)).toMatchObject({ status: 200 });
    }
  },
  longTestTimeoutMs,
);

test(
  'one-byte chunks for 6 clients that read late, in buffers 90 MB, do not crash a heap of 48 MB',
  async () => {
    const chunks = `${'1\r\nx\r\n'.repeat(80_000)}0\r\n\r\n`;
    const port = await startSmallHost((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`);
    });
    const clients = await Promise.all(Array.from({ length: 6 }, () => openSocket(port)));
    for (const client of clients) client.write(get('/rest/a'));
    await Promise.all(clients.map((client) => once(client, 'readable')));
    for (let i = 0; i < 50; i++) expect(await sendRaw(port, live)).toMatchObject({ status: 200 });
    for (const response of clients.map(readResponse)) {
      expect(await response).toMatchObject({ truncated: false });
    }
  },
  longTestTimeoutMs,
);

test('the supported versions of Node.js are those of package.json, and .node-version is one of them', () => {
  expect(supportedNodeVersions).toBe(manifest.engines.node);
  expect(() => checkNodeVersion(readFileSync('.node-version', 'utf8').trim())).not.toThrow();
});

const versions = {
  '22.23.2': true,
  '24.19.0': true,
  '26.5.1': true,
  '27.0.0': true,
  '22.15.9': false,
  '23.11.0': false,
  '24.18.0': false,
};

test.each(Object.entries(versions))('Node.js %s is supported: %s', (version, isSupported) => {
  const check = () => checkNodeVersion(version);
  if (isSupported) expect(check).not.toThrow();
  else expect(check).toThrow(`got ${version}`);
});
