import { expect, test } from 'vitest';
import { developmentDefaults } from '../../scripts/developmentDefaults.ts';
import { parseConfig } from '../../server/config.ts';

const mock = 'http://localhost:4010';

test('nothing set gives a whole configuration on the mock', () => {
  const config = parseConfig(developmentDefaults({}, mock));
  expect(config.backendUrl).toBe(mock);
  expect(config.proxyPaths).toEqual(['/rest', '/jsp', '/mock']);
  expect(config.settings.captcha.scriptUrl).toBe('/mock/captcha/enterprise.js');
});

test('a given value wins over a default, a blank one does not', () => {
  const env = developmentDefaults({ PROVIDER_NAME: 'Ours', STUDIO_NAME: '' }, mock);
  expect(env.PROVIDER_NAME).toBe('Ours');
  expect(env.STUDIO_NAME).toBe('Briefly Studio');
});

test('a real backend gets no part of the mock', () => {
  const env = { BACKEND_URL: 'https://backend.test', RECAPTCHA_SITE_KEY: 'key' };
  const config = parseConfig(developmentDefaults(env));
  expect(config.proxyPaths).toEqual(['/rest', '/jsp']);
  expect(config.settings.captcha.scriptUrl).toBe('https://www.google.com/recaptcha/enterprise.js');
  expect(JSON.stringify(config)).not.toMatch('/mock');
});

test('a real backend needs a captcha key of its own', () => {
  const env = developmentDefaults({ BACKEND_URL: 'https://backend.test' }, mock);
  expect(() => parseConfig(env)).toThrow('RECAPTCHA_SITE_KEY is not set');
});
