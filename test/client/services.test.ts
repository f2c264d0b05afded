import { expect, onTestFinished, test, vi } from 'vitest';
import { createServices } from '../../client/services.ts';
import { answeringServer } from '../support/answeringServer.ts';
import { testSettings } from '../support/settings.ts';

/** Services whose backend gives one answer to everything. */
async function servicesAnswered(status: number, body: string) {
  const origin = await answeringServer((_, res) => void res.writeHead(status).end(body));
  vi.stubGlobal('location', { origin });
  onTestFinished(() => void vi.unstubAllGlobals());
  return createServices(testSettings);
}

test('the logged-in flag is true at first', () => {
  expect(createServices(testSettings).isLoggedIn.get()).toBe(true);
});

test('a 401 clears the logged-in flag and adds no alert', async () => {
  const { api, isLoggedIn, alerts } = await servicesAnswered(401, '{}');
  await expect(api.getBrief('a')).rejects.toThrow();
  expect(isLoggedIn.get()).toBe(false);
  expect(alerts.get()).toEqual([]);
});

test("any other failure adds one alert with the error's id and leaves the flag", async () => {
  const { api, isLoggedIn, alerts } = await servicesAnswered(404, '{}');
  const error = await api.getBrief('a').catch((it) => it);
  expect(isLoggedIn.get()).toBe(true);
  const text = 'Error: getBrief failed with status 404';
  expect(alerts.get()).toEqual([{ id: error.id, type: 'error', text, persistent: true }]);
});
