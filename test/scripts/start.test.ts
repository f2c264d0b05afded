import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { listenLocally } from '../../scripts/stack/listenLocally.ts';
import { runScript } from '../support/runScript.ts';
import { freePorts, startTestStack } from '../support/startTestStack.ts';
import { waitFor } from '../support/waitFor.ts';

/** Resolves when nothing listens on the port of the URL. */
const whenFreed = (url: string) =>
  waitFor(async () => expect(await fetch(url).catch(() => 'refused')).toBe('refused'));

test('npm start reports every invalid setting at once', async () => {
  const settings = { PORT: 'abc', MAIN_SITE_HOST: 'nowhere', LOG_LEVEL: 'loud' };
  const { exitCode, output } = runScript('start', { env: { ...freePorts, ...settings } });
  expect(await exitCode()).toBe(1);
  for (const name of Object.keys(settings)) expect(output.stderr).toContain(name);
  expect(output.stderr).not.toMatch(/\n\s+at /);
});

// The two commands that build the client, which is the slow part, have a single test each.

test('npm start prints URLs that can be opened until npm is terminated', async () => {
  const { printed, terminate } = runScript('start', { env: freePorts, throughNpm: true });
  const [, page = ''] = await printed(/Feedback page\s+(\S+)/);
  const response = await fetch(page);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('Loading...');
  const [, consoleUrl = ''] = await printed(/Console\s+(\S+)/);
  expect((await fetch(consoleUrl)).status).toBe(200);
  terminate();
  await whenFreed(page);
});

test('npm run dev logs at the LOG_LEVEL of .env, and warns of the network, until npm is terminated', async () => {
  const { printed, terminate } = runScript('dev', {
    env: { ...freePorts, HOST: '0.0.0.0' },
    dotEnv: 'LOG_LEVEL=info\n',
    throughNpm: true,
  });
  const [, page = ''] = await printed(/Feedback page\s+(\S+)/);
  await printed(/Anybody on the network can read and reset what \/mock\/ records\./);
  await fetch(page);
  const [line] = await printed(/^.*"msg":"request".*$/m);
  expect(JSON.parse(line)).toMatchObject({ level: 'info', status: 200 });
  terminate();
  await whenFreed(page);
});

test('a mock port in use is reported', async () => {
  const { port, close } = await listenLocally(createServer());
  onTestFinished(close);
  await expect(startTestStack({ MOCK_PORT: `${port}` })).rejects.toThrow(
    `--port or MOCK_PORT: port ${port} is in use. Stop the process that listens on it, or choose another port.`,
  );
});

test('a blank BACKEND_URL counts as not set', async () => {
  const env = { BACKEND_URL: ' ', MOCK_PORT: 'abc' };
  await expect(startTestStack(env)).rejects.toThrow('MOCK_PORT');
});

test('a real backend requires a captcha key', async () => {
  await expect(startTestStack({ BACKEND_URL: 'http://127.0.0.1:9' })).rejects.toThrow(
    'RECAPTCHA_SITE_KEY',
  );
});
