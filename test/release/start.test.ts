import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { developmentDefaults } from '../../scripts/stack/developmentDefaults.ts';
import { listenLocally } from '../../scripts/stack/listenLocally.ts';
import { loadDotEnv } from '../../scripts/stack/loadDotEnv.ts';
import { startStack } from '../../scripts/stack/startStack.ts';
import { parseConfig } from '../../server/config/config.ts';
import { runScript } from '../runScript.ts';
import { freePorts, startTestStack } from '../startTestStack.ts';
import { temporaryFolder } from '../temporaryFiles.ts';
import { longTestTimeoutMs } from '../timeouts.ts';

test('npm start reports every invalid setting of the host and the mock at once', async () => {
  const hostSettings = { PORT: 'abc', MAIN_SITE_HOST: 'nowhere', LOG_LEVEL: 'loud' };
  const mockSettings = { MOCK_PORT: 'abc', MOCK_JOURNAL_LIMIT: '0', MOCK_BACKEND: 'nowhere' };
  const settings = { ...hostSettings, ...mockSettings };
  const { exitCode, output } = runScript('start', { env: { ...freePorts, ...settings } });
  expect(await exitCode()).toBe(1);
  for (const name of Object.keys(settings)) expect(output.stderr).toContain(name);
  expect(output.stderr).not.toMatch(/\n\s+at /);
});

const otherEncodings = {
  'UTF-8 with one': Buffer.from('\uFEFFPORT=0'),
  'UTF-16': Buffer.from('\uFEFFPORT=0', 'utf16le'),
  'another encoding': Buffer.from('PROVIDER_NAME=Caf\u00E9', 'latin1'),
};

test.each(Object.entries(otherEncodings))(
  'npm start rejects an .env in %s',
  async (encoding, content) => {
    const file = join(await temporaryFolder(), '.env');
    writeFileSync(file, content);
    expect(() => loadDotEnv(file)).toThrow(
      `.env: expected text in UTF-8 without a byte order mark, got ${encoding}. Save it as UTF-8.`,
    );
  },
);

test('without the development dependencies, npm start says how to install them', async () => {
  const folder = await temporaryFolder();
  cpSync('scripts/command/preload.js', join(folder, 'preload.js'));
  const args = ['--import', './preload.js', 'start.ts'];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe(
    'The development dependencies are not installed. Run npm ci --include=dev, or in production node dist/server.js.\n',
  );
  expect(status).toBe(1);
});

// Builds the client, which is the slow part.

test('npm start prints URLs that can be opened, and warns of the network, until npm is terminated', async () => {
  const env = { ...freePorts, HOST: '0.0.0.0' };
  const { printed, terminate } = runScript('start', { env, throughNpm: true });
  const [, page = ''] = await printed(/Feedback page\s+(\S+)/);
  const response = await fetch(page);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('Loading...');
  const [, consoleUrl = ''] = await printed(/Console\s+(\S+)/);
  expect((await fetch(consoleUrl)).status).toBe(200);
  await printed(
    /Anybody on the network can read and reset what \/mock\/ records\.\n.*MOCK_ALLOWED_HOSTS/,
  );
  terminate();
  const read = () => fetch(page).catch(() => 'refused');
  await expect.poll(read, { timeout: longTestTimeoutMs }).toBe('refused');
});

test('the ports of the host and the mock that are in use are reported at once, before the client is built', async () => {
  const servers = await Promise.all([listenLocally(createServer()), listenLocally(createServer())]);
  for (const { close } of servers) onTestFinished(close);
  const [PORT, MOCK_PORT] = servers.map(({ port }) => `${port}`);
  const build = vi.fn();
  const env = { ...freePorts, PORT, MOCK_PORT };
  await expect(startStack(env, build)).rejects.toThrow(
    [`MOCK_PORT: port ${MOCK_PORT} is in use.`, `PORT: port ${PORT} is in use.`]
      .map((problem) => `${problem} Stop the process that listens on it, or choose another port.`)
      .join('\n'),
  );
  expect(build).not.toHaveBeenCalled();
});

const problems = {
  'MOCK_DATA: expected a file': { MOCK_DATA: 'missing.yaml' },
  'MOCK_PORT: expected another port than PORT, got 4444': { PORT: '4444', MOCK_PORT: '4444' },
  // A blank variable counts as not set.
  'MOCK_PORT: expected a whole number': { BACKEND_URL: ' ', MOCK_PORT: 'abc' },
  // A real backend does not accept the stand-in of the captcha.
  'RECAPTCHA_SITE_KEY: required': { BACKEND_URL: 'http://127.0.0.1:9' },
};

test.each(Object.entries(problems))('npm start reports "%s"', async (problem, settings) => {
  await expect(startTestStack(settings)).rejects.toThrow(problem);
});

test('a value overrides a default unless it is blank', () => {
  const env = developmentDefaults({ PROVIDER_NAME: 'Ours', STUDIO_NAME: '' });
  expect(env.PROVIDER_NAME).toBe('Ours');
  expect(env.STUDIO_NAME).toBe('Briefly Studio');
});

test('without a real backend, /mock is also proxied if PROXY_PATHS is set', () => {
  const config = parseConfig(developmentDefaults({ PROXY_PATHS: '/rest' }, 'http://127.0.0.1'));
  expect(config.proxyPaths).toEqual(['/rest', '/mock']);
});

test('with a real backend no mock setting is filled in', () => {
  const env = { BACKEND_URL: 'https://backend.test', RECAPTCHA_SITE_KEY: 'key' };
  const config = parseConfig(developmentDefaults(env));
  expect(config.proxyPaths).toEqual(['/rest', '/jsp']);
  expect(config.settings.captcha.scriptUrl).toBe('https://www.google.com/recaptcha/enterprise.js');
  expect(JSON.stringify(config)).not.toMatch('/mock');
});
