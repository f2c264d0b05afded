import { expect, test } from 'vitest';
import { defaultLimits, type Limits } from '../../server/config/defaultLimits.ts';
import { get } from '../rawClient.ts';
import { type SocketHandler, sendBrief } from '../startRawBackend.ts';
import { waitFor } from '../waitFor.ts';
import { startTestHost } from './fixtures/startTestHost.ts';

test('a connection that the backend would close after a second is used again', async () => {
  expect(defaultLimits.backendIdleTimeoutMs).toBeLessThan(1_000);
  let servedCount = 0;
  const { send } = await startTestHost({
    handler: (socket, count) => {
      servedCount = Math.max(servedCount, count);
      socket.write('HTTP/1.1 200 OK\r\nKeep-Alive: timeout=1\r\nContent-Length: 0\r\n\r\n');
    },
  });
  for (let i = 0; i < 20; i++) await send(get('/rest/a'));
  expect(servedCount).toBeGreaterThan(1);
});

test('an idle connection to the backend is closed', async () => {
  const { backend, send } = await startTestHost();
  await send(get('/rest/a'));
  expect(backend.sockets.size).toBe(1);
  await backend.whenAllClosed();
});

const slow: SocketHandler = (socket, count) => setTimeout(() => sendBrief(socket, count), 300);

interface Reused {
  expected: number;
  /** Handles a request on a connection that is used again. */
  handler: SocketHandler;
  onNewConnection?: SocketHandler;
  timeoutMs?: number;
  limits?: Partial<Limits>;
}

const reused: Record<string, Reused> = {
  'that has been closed is sent again, on a new one': {
    expected: 200,
    handler: (socket) => socket.destroy(),
  },
  'that gets a 408, as of a backend that closes it, is sent again': {
    expected: 200,
    handler: (socket) => socket.end('HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n'),
  },
  'that fails after the headers is not sent again, and becomes a 502': {
    expected: 502,
    handler: (socket) => socket.end('HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n'),
  },
  'that is closed late is sent again, with the rest of PROXY_TIMEOUT_MS, and becomes a 504': {
    expected: 504,
    timeoutMs: 1_000,
    handler: (socket) => setTimeout(() => socket.destroy(), 850),
    onNewConnection: slow,
  },
  'may get a slow response, as on a new one': {
    expected: 200,
    handler: slow,
    onNewConnection: slow,
    limits: { stallTimeoutMs: 200 },
  },
};

test.each(Object.entries(reused))(
  'a GET on a reused connection %s',
  async (_name, { expected, handler, onNewConnection = sendBrief, timeoutMs = 20_000, limits }) => {
    let isReused = false;
    const { send } = await startTestHost({
      env: { PROXY_TIMEOUT_MS: String(timeoutMs) },
      limits: { connectTimeoutMs: 200, ...limits },
      handler: (socket, count) => {
        isReused ||= count > 1;
        (count > 1 ? handler : onNewConnection)(socket, count);
      },
    });
    const status = await waitFor(async () => {
      const response = await send(get('/rest/a'));
      expect(isReused, 'a connection was reused').toBe(true);
      return response.status;
    });
    expect(status).toBe(expected);
  },
);
