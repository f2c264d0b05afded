import { createServer, maxHeaderSize } from 'node:http';
import { Agent } from 'node:https';
import { DEFAULT_MIN_VERSION } from 'node:tls';
import { expect, test } from 'vitest';
import { defaultLimits } from '../../server/config/defaultLimits.ts';
import { createHttpServer } from '../../server/connections/createHttpServer.ts';
import { createBackendAgents } from '../../server/proxy/createBackendAgents.ts';
import { createServices } from '../../server/services.ts';
import { captureLog } from './fixtures/captureLog.ts';
import { testConfig } from './fixtures/testConfig.ts';

const config = testConfig('https://backend.test');

/** The settings of `object` that are a number, or null for none, and that `other` has with the same value. */
function sharedNumbers(object: object, other: object): Record<string, number | null> {
  const others = new Map<string, unknown>(Object.entries(other));
  const numbers = Object.entries(object).filter(
    ([name, value]) => (typeof value === 'number' || value === null) && !name.startsWith('_'),
  );
  return Object.fromEntries(numbers.filter(([name, value]) => others.get(name) === value));
}

test('of the defaults of Node.js, only these decide about the connections of clients', () => {
  const server = createHttpServer(config, defaultLimits, () => {});
  expect(sharedNumbers(createServer(), server)).toEqual({
    highWaterMark: 64 * 1024,
    keepAliveInitialDelay: 0,
    keepAliveTimeoutBuffer: 1_000,
    maxRequestsPerSocket: 0,
  });
});

test('of the defaults of Node.js, only these decide about the connections to the backend', () => {
  const { pooled } = createBackendAgents(config.backendUrl, createServices(config, captureLog()));
  expect(sharedNumbers(new Agent(), pooled)).toEqual({
    defaultPort: 443,
    keepAliveMsecs: 1_000,
    maxCachedSessions: 100,
    maxSockets: Number.POSITIVE_INFINITY,
    maxTotalSockets: Number.POSITIVE_INFINITY,
    totalSocketCount: 0,
  });
  expect({ maxHeaderSize, DEFAULT_MIN_VERSION }).toEqual({
    maxHeaderSize: 16 * 1024,
    DEFAULT_MIN_VERSION: 'TLSv1.2',
  });
});
