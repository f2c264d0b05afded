import { expect, test } from 'vitest';
import { developmentDefaults } from '../../scripts/stack/developmentDefaults.ts';
import { parseConfig } from '../../server/config/config.ts';

test('a value overrides a default unless it is blank', () => {
  const env = developmentDefaults({ PROVIDER_NAME: 'Ours', STUDIO_NAME: '' });
  expect(env.PROVIDER_NAME).toBe('Ours');
  expect(env.STUDIO_NAME).toBe('Briefly Studio');
});

test('without a real backend, /mock is also proxied if PROXY_PATHS is set', () => {
  const config = parseConfig(developmentDefaults({ PROXY_PATHS: '/rest' }, 'http://127.0.0.1'));
  expect(config.proxyPaths).toEqual(['/rest', '/mock']);
});

test('with a real backend no mock setting is filled in', () => {
  const env = { BACKEND_URL: 'https://backend.test', RECAPTCHA_SITE_KEY: 'key' };
  const config = parseConfig(developmentDefaults(env));
  expect(config.proxyPaths).toEqual(['/rest', '/jsp']);
  expect(config.settings.captcha.scriptUrl).toBe('https://www.google.com/recaptcha/enterprise.js');
  expect(JSON.stringify(config)).not.toMatch('/mock');
});
