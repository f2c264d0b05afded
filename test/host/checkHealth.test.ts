import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { checkHealth } from '../../server/runtime/checkHealth.ts';
import { startBackend } from './fixtures/startBackend.ts';
import { startTestHost } from './fixtures/startTestHost.ts';
import { productionEnvironment } from './fixtures/testConfig.ts';

/** Checks a host with these settings, as its own command does. */
const check = (env: Record<string, string>) =>
  checkHealth({ ...productionEnvironment, HOST: '127.0.0.1', ...env });

const addresses = ['0.0.0.0', '0', '127.0.0.1', 'localhost'];
const ipv6Addresses = ['::', '0:0:0:0:0:0:0:0', '::1', '::ffff:0.0.0.0', '::ffff:127.0.0.1'];

/** A container often has no IPv6. */
const hasIpv6 = networkInterfaces().lo?.some(({ family }) => family === 'IPv6') ?? true;

test.each(hasIpv6 ? [...addresses, ...ipv6Addresses] : addresses)(
  'a host that serves at %s is healthy, also with a blank in its settings',
  async (HOST) => {
    const { port } = await startTestHost({ env: { HOST } });
    await check({ HOST: ` ${HOST} `, PORT: `${port} ` });
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
});

test('another server at the port is not a healthy host', async () => {
  const { port } = await startBackend((_req, res) => res.writeHead(404).end());
  await expect(check({ PORT: String(port) })).rejects.toThrow(`port ${port}: status 404`);
});
