import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import type { Environment } from '../../server/config/config.ts';
import { checkHealth } from '../../server/runtime/checkHealth.ts';
import { listen } from '../../server/runtime/listen.ts';
import { get, openSocket, sendOn } from '../rawClient.ts';
import { startBackend } from '../startBackend.ts';
import { startRawBackend } from '../startRawBackend.ts';
import { startTestHost } from './fixtures/startTestHost.ts';

const loopback = Object.values(networkInterfaces()).flatMap((addresses = []) =>
  addresses.filter(({ internal }) => internal),
);

/** 127.0.0.1 and, unless the system has no IPv6, as in some containers, ::1. */
const loopbackAddresses = ['127.0.0.1', '::1'].filter((address) =>
  loopback.some((known) => known.address === address),
);

test.each(['', '0.0.0.0', '0'])(
  'the URL of a host on all addresses, "%s", contains localhost',
  async (HOST) => {
    const host = await startTestHost({ env: { HOST } });
    expect(host.url).toBe(`http://localhost:${host.port}`);
  },
);

test.each(loopbackAddresses)('without HOST, both ports respond at %s', async (address) => {
  const host = await startTestHost({ env: { HOST: '', METRICS_PORT: '0' } });
  for (const port of [host.port, host.metricsPort ?? 0]) {
    const client = await openSocket(port, address);
    expect(await sendOn(client, get('/health/ready'))).toMatchObject({ status: 200 });
  }
});

test.each(['PORT', 'METRICS_PORT'])('a %s in use is reported', async (name) => {
  const { port } = await startRawBackend();
  await expect(startTestHost({ env: { [name]: String(port) } })).rejects.toThrow(
    `${name}: port ${port} is in use. Stop the process that listens on it, or choose another port.`,
  );
});

test('a HOST of another machine is reported', async () => {
  await expect(startTestHost({ env: { HOST: '203.0.113.1' } })).rejects.toThrow(
    'HOST: expected an address of this machine, such as 127.0.0.1 or 0.0.0.0, got "203.0.113.1" (EADDRNOTAVAIL)',
  );
});

test('another error of listening is reported with its code', async () => {
  const code = 'EMFILE';
  const server = Object.assign(createServer(), {
    listen: () => queueMicrotask(() => server.emit('error', Object.assign(new Error(), { code }))),
  });
  await expect(listen(server, undefined, 3000, 'PORT')).rejects.toThrow(
    'PORT: listening on port 3000 failed with EMFILE',
  );
});

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
  ['PORT', '70000'],
  ['METRICS_PORT', 'tcp://10.0.0.1:80'],
])('a %s of %s is reported', async (name, value) => {
  await expect(check({ [name]: value })).rejects.toThrow(
    `${name}: expected a whole number from 0 to 65535, got "${value}"`,
  );
});

test('another server at the port is not a healthy host', async () => {
  const { port } = await startBackend((_req, res) => res.writeHead(404).end());
  await expect(check({ PORT: String(port) })).rejects.toThrow(`port ${port}: status 404`);
});
