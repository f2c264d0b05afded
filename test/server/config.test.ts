import { expect, test } from 'vitest';
import { parseConfig } from '../../server/config.ts';
import { ConfigError } from '../../server/configError.ts';
import { productionEnvironment } from '../support/hostConfig.ts';

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    parseConfig({ ...productionEnvironment, ...env });
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

test('a whole environment gives a whole configuration', () => {
  expect(parseConfig(productionEnvironment)).toEqual({
    host: '0.0.0.0',
    port: 3000,
    backendUrl: 'http://backend.internal:8080',
    proxyPaths: ['/rest', '/jsp'],
    proxyTimeoutMs: 20_000,
    trustedProxyHops: 0,
    logLevel: 'info',
    metricsPort: undefined,
    drainDelayMs: 0,
    drainTimeoutMs: 25_000,
    settings: {
      providerName: 'Provider',
      newsletterHost: 'https://letters.test',
      mainSiteHost: 'https://main.test',
      studioName: 'The Workshop',
      studioPath: 'workshop',
      campaignCode: 'campaign',
      specialSubscriberId: 'nobody',
      termsUrl: 'https://parent.test/terms',
      californiaPrivacyUrl: 'https://parent.test/california',
      socialLinks: [
        { name: 'One', url: 'https://one.test/us' },
        { name: 'Two', url: 'https://two.test/us' },
      ],
      postalAddress: '1 Street, Town',
      captcha: {
        siteKey: 'site-key',
        scriptUrl: 'https://www.google.com/recaptcha/enterprise.js',
      },
    },
  });
});

test('an empty environment names every value that has no default', () => {
  const missing = Object.keys(productionEnvironment);
  try {
    parseConfig({});
    expect.unreachable();
  } catch (error) {
    const { faults } = error as ConfigError;
    expect(faults.map((fault) => fault.split(' ')[0]).sort()).toEqual([...missing].sort());
    expect(faults.every((fault) => fault.includes('is not set; it must be'))).toBe(true);
    expect((error as Error).message.split('\n')).toHaveLength(missing.length + 1);
  }
});

test('a blank value is one that is not set', () => {
  expect(faultsOf({ CAMPAIGN_CODE: '  ' })).toEqual([
    'CAMPAIGN_CODE is not set; it must be some text.',
  ]);
  expect(parseConfig({ ...productionEnvironment, PORT: ' ' }).port).toBe(3000);
});

test('all faults are told at once, each with what was found and what is wanted', () => {
  expect(faultsOf({ PORT: '70000', LOG_LEVEL: 'loud', TERMS_URL: 'example.com/terms' })).toEqual([
    'PORT is "70000"; it must be a whole number from 0 to 65535.',
    'LOG_LEVEL is "loud"; it must be one of fatal, error, warn, info, debug, trace, silent.',
    'TERMS_URL is "example.com/terms"; it must be an address such as https://www.example.com/terms.',
  ]);
});

test.each([
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['PORT', '0x50'],
  ['PORT', '65536'],
  ['PROXY_TIMEOUT_MS', '0'],
  ['PROXY_TIMEOUT_MS', '20s'],
  ['TRUSTED_PROXY_HOPS', 'true'],
  ['BACKEND_URL', 'backend:8080'],
  ['BACKEND_URL', 'ftp://backend'],
  ['BACKEND_URL', 'https:backend'],
  ['BACKEND_URL', 'http://back end'],
  ['BACKEND_URL', 'http://backend/?a=b'],
  ['MAIN_SITE_HOST', 'https://www.example.com\\.evil.example'],
  ['PROXY_PATHS', '/'],
  ['PROXY_PATHS', 'rest'],
  ['PROXY_PATHS', '/rest,,/jsp'],
  ['PROXY_PATHS', '/rest/../app'],
  ['PROXY_PATHS', '/re%20st'],
  ['PROXY_PATHS', '/rest,/app/subscriber-feedback'],
  ['PROXY_PATHS', '/health'],
  ['METRICS_PORT', 'on'],
  ['DRAIN_DELAY_MS', '5s'],
  ['STUDIO_PATH', 'https://elsewhere.example'],
  ['STUDIO_PATH', 'a/../b'],
  ['SPECIAL_SUBSCRIBER_ID', 'a/b'],
  ['SPECIAL_SUBSCRIBER_ID', '..'],
  ['SOCIAL_LINKS', 'https://one.example'],
  ['SOCIAL_LINKS', 'One=one.example'],
  ['SOCIAL_LINKS', 'One=https://one.example, =https://two.example'],
  ['RECAPTCHA_SCRIPT_URL', '//evil.example/a.js'],
  ['RECAPTCHA_SCRIPT_URL', 'javascript:alert(1)'],
])('%s does not take %s', (name, value) => {
  expect(faultsOf({ [name]: value })).toHaveLength(1);
  expect(faultsOf({ [name]: value })[0]).toMatch(`${name} is "${value}"; it must be`);
});

test('a password in an address is refused and not repeated', () => {
  const [fault] = faultsOf({ BACKEND_URL: 'https://user:secret@backend' });
  expect(fault).toMatch(/^BACKEND_URL is not shown here/);
  expect(fault).not.toMatch('secret');
});

test('trailing slashes are taken off addresses and paths', () => {
  const config = parseConfig({
    ...productionEnvironment,
    BACKEND_URL: 'http://backend:8080/base/',
    MAIN_SITE_HOST: 'https://main.test//',
    STUDIO_PATH: '/our/studio/',
    PROXY_PATHS: '/rest/, /jsp',
  });
  expect(config.backendUrl).toBe('http://backend:8080/base');
  expect(config.settings.mainSiteHost).toBe('https://main.test');
  expect(config.settings.studioPath).toBe('our/studio');
  expect(config.proxyPaths).toEqual(['/rest', '/jsp']);
});

test('the captcha script may be a path on this host', () => {
  const env = { ...productionEnvironment, RECAPTCHA_SCRIPT_URL: '/mock/captcha/enterprise.js' };
  expect(parseConfig(env).settings.captcha.scriptUrl).toBe('/mock/captcha/enterprise.js');
});

test('a provider without social pages says so', () => {
  const env = { ...productionEnvironment, SOCIAL_LINKS: 'none' };
  expect(parseConfig(env).settings.socialLinks).toEqual([]);
});

test('a social address may hold commas and equals signs', () => {
  const env = {
    ...productionEnvironment,
    SOCIAL_LINKS: 'A=https://a.test/x,y?b=c, B=https://b.test/',
  };
  expect(parseConfig(env).settings.socialLinks).toEqual([
    { name: 'A', url: 'https://a.test/x,y?b=c' },
    { name: 'B', url: 'https://b.test/' },
  ]);
});

test('the configuration is frozen throughout', () => {
  const { settings } = parseConfig(productionEnvironment);
  expect(Object.isFrozen(settings.socialLinks[0])).toBe(true);
  expect(() => Object.assign(settings.captcha, { siteKey: 'other' })).toThrow(TypeError);
});
