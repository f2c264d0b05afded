import { expect, test } from 'vitest';
import type { Environment } from '../../server/config/config.ts';
import { checkHealth } from '../../server/runtime/checkHealth.ts';
import { loopbackAddresses } from './fixtures/loopbackAddresses.ts';
import { startBackend } from './fixtures/startBackend.ts';
import { startRawBackend } from './fixtures/startRawBackend.ts';
import { startTestHost } from './fixtures/startTestHost.ts';

/** Checks a host with these settings, as its own command does. */
const check = (env: Environment) => checkHealth({ HOST: '127.0.0.1', ...env });

const hasIpv6 = loopbackAddresses.includes('::1');
const ipv4Addresses = ['', '0.0.0.0', '0', '127.0.0.1', 'localhost'];
const ipv6Addresses = ['::', '0:0:0:0:0:0:0:0', '::1', '::ffff:0.0.0.0', '::ffff:127.0.0.1'];

test.each(hasIpv6 ? [...ipv4Addresses, ...ipv6Addresses] : ipv4Addresses)(
  'a host that serves at "%s" is healthy, also with a blank in its settings',
  async (HOST) => {
    const { port } = await startTestHost({ env: { HOST } });
    await check({ HOST: ` ${HOST} `, PORT: `${port} ` });
  },
);

test.each(loopbackAddresses)(
  'a host on all addresses of which only %s responds is healthy',
  async (HOST) => {
    const { port } = await startTestHost({ env: { HOST } });
    for (const all of ['', '::']) await check({ HOST: all, PORT: String(port) });
  },
);

test('the metrics port is checked, which clients cannot keep busy, if it is not 0', async () => {
  const { port, metricsPort } = await startTestHost({ env: { METRICS_PORT: '0' } });
  await check({ PORT: '1', METRICS_PORT: String(metricsPort) });
  await check({ PORT: String(port), METRICS_PORT: '0' });
});

test('the health of a host on any free port cannot be checked', async () => {
  await expect(check({ PORT: '0' })).rejects.toThrow('PORT: expected another port than 0');
});

test('where nothing listens, the address, the port and the code are reported', async () => {
  await expect(check({ PORT: '1' })).rejects.toThrow(
    'The host does not respond at 127.0.0.1, port 1: ECONNREFUSED',
  );
  await expect(check({ HOST: '', PORT: '1' })).rejects.toThrow(
    /at 127.0.0.1, port 1: ECONNREFUSED\nThe host does not respond at ::1, port 1: E/,
  );
});

test('a host that does not respond within 2 s is not healthy', async () => {
  const { port } = await startRawBackend(() => {});
  await expect(check({ PORT: String(port) })).rejects.toThrow(
    `127.0.0.1, port ${port}: no response within 2 s`,
  );
});

test.each([
  {
    settings: { PORT: '70000' },
    expected: 'PORT: expected a whole number from 0 to 65535, got "70000"',
  },
  {
    settings: { METRICS_PORT: 'tcp://10.0.0.1:80' },
    expected: 'METRICS_PORT: expected a whole number from',
  },
])('$settings is reported', async ({ settings, expected }) => {
  await expect(check(settings)).rejects.toThrow(expected);
});

test('another server at the port is not a healthy host', async () => {
  const { port } = await startBackend((_req, res) => res.writeHead(404).end());
  await expect(check({ PORT: String(port) })).rejects.toThrow(`port ${port}: status 404`);
});
