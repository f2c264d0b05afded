import { expect, onTestFinished, test, vi } from 'vitest';
import { createServices } from '../../client/services.ts';
import { startHttpServer } from '../support/startHttpServer.ts';

const text = 'Error: getBrief failed with status 404';

test.each([
  ['clears the logged-in flag and adds no alert', 401, true, []],
  ['adds an alert with its id', 404, false, [{ type: 'error', text, persistent: true }]],
])('a failed request %s: %i', async (_, status, signsOut, expected) => {
  const { url: origin } = await startHttpServer((_, res) => void res.writeHead(status).end('{}'));
  vi.stubGlobal('location', { origin });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { feedbackApi, isLoggedIn, alerts } = createServices();
  expect(isLoggedIn.get(), 'logged in').toBe(true);
  const { id } = await feedbackApi.getBrief('a').catch((error) => error);
  expect(isLoggedIn.get()).toBe(!signsOut);
  expect(alerts.get()).toMatchObject(expected.map((alert) => ({ id, ...alert })));
});
