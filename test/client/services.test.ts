import { expect, onTestFinished, test, vi } from 'vitest';
import { createServices } from '../../client/services.ts';
import { startHttpServer } from '../startHttpServer.ts';

test('a failed request adds an alert with its id', async () => {
  const { url: origin } = await startHttpServer((_, res) => void res.writeHead(404).end('{}'));
  vi.stubGlobal('location', { origin });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { feedbackApi, isLoggedIn, alerts } = createServices();
  const { id } = await feedbackApi.getBrief('a').catch((error) => error);
  expect(isLoggedIn.get(), 'logged in').toBe(true);
  expect(alerts.get()).toMatchObject([{ id, text: 'Error: getBrief failed with status 404' }]);
});
