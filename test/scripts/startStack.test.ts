import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { listenLocally } from '../../scripts/stack/listenLocally.ts';
import { startStack } from '../../scripts/stack/startStack.ts';

const freePorts = { HOST: '127.0.0.1', PORT: '0', MOCK_PORT: '0' };

test('a mock port in use is reported', async () => {
  const { port, close } = await listenLocally(createServer());
  onTestFinished(close);
  await expect(startStack({ ...freePorts, MOCK_PORT: `${port}` })).rejects.toThrow(
    `--port or MOCK_PORT: port ${port} is in use. Stop the process that listens on it, or choose another port.`,
  );
});

test('a blank BACKEND_URL counts as not set', async () => {
  const env = { ...freePorts, BACKEND_URL: ' ', MOCK_PORT: 'abc' };
  await expect(startStack(env)).rejects.toThrow('MOCK_PORT');
});

test('a real backend requires a captcha key', async () => {
  await expect(startStack({ ...freePorts, BACKEND_URL: 'http://127.0.0.1:9' })).rejects.toThrow(
    'RECAPTCHA_SITE_KEY',
  );
});
