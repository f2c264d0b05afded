import { expect, onTestFinished, test, vi } from 'vitest';
import { createServices } from '../../client/services.ts';
import { startHttpServer } from '../support/startHttpServer.ts';

/** Services whose backend sends the same response to every request. */
async function servicesWithResponse(status: number, body: string) {
  const { url: origin } = await startHttpServer((_, res) => void res.writeHead(status).end(body));
  vi.stubGlobal('location', { origin });
  onTestFinished(() => void vi.unstubAllGlobals());
  return createServices();
}

test('the logged-in flag is initially true, and a 401 clears it and adds no alert', async () => {
  const { feedbackApi, isLoggedIn, alerts } = await servicesWithResponse(401, '{}');
  expect(isLoggedIn.get()).toBe(true);
  await expect(feedbackApi.getBrief('a')).rejects.toThrow();
  expect(isLoggedIn.get()).toBe(false);
  expect(alerts.get()).toEqual([]);
});

test('any other failure adds one alert with the id of the error and does not change the flag', async () => {
  const { feedbackApi, isLoggedIn, alerts } = await servicesWithResponse(404, '{}');
  const error = await feedbackApi.getBrief('a').catch((error) => error);
  expect(isLoggedIn.get()).toBe(true);
  const text = 'Error: getBrief failed with status 404';
  expect(alerts.get()).toMatchObject([{ id: error.id, type: 'error', text, persistent: true }]);
});
