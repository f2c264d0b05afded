import { expect, test } from 'vitest';
import { ConfigError, findConfigWarnings, parseConfig } from '../../server/config/config.ts';
import { productionEnvironment } from '../support/host/testConfig.ts';

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    parseConfig({ ...productionEnvironment, ...env });
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test('a complete environment is parsed into a complete configuration', () => {
  expect(parseConfig(productionEnvironment)).toEqual({
    host: '0.0.0.0',
    port: 3000,
    backendUrl: 'http://backend.internal:8080',
    proxyPaths: ['/rest', '/jsp'],
    proxyTimeoutMs: 20_000,
    maxConnections: 4_000,
    maxInFlight: 1_000,
    trustedProxyHops: 0,
    trustedForwardedHeaders: ['x-forwarded-for'],
    forwardedResponseHeaders: [],
    cspReportUrl: undefined,
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

test('an empty environment is rejected with every variable that has no default', () => {
  const missing = Object.keys(productionEnvironment);
  try {
    parseConfig({});
    expect.unreachable();
  } catch (error) {
    const { problems } = error as ConfigError;
    expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual([...missing].sort());
    expect(problems.every((problem) => problem.includes(': required, expected '))).toBe(true);
    expect((error as Error).message.split('\n')).toHaveLength(missing.length + 1);
  }
});

test('a blank variable counts as not set', () => {
  expect(problemsOf({ CAMPAIGN_CODE: '  ' })).toEqual(['CAMPAIGN_CODE: required, expected text']);
  expect(parseConfig({ ...productionEnvironment, PORT: ' ' }).port).toBe(3000);
});

test('one error lists every problem, each with the expected and the actual value', () => {
  expect(
    problemsOf({
      PORT: '70000',
      BACKEND_URL: '',
      LOG_LEVEL: 'loud',
      TERMS_URL: 'example.com/terms',
    }),
  ).toEqual([
    'PORT: expected a whole number from 0 to 65535, got "70000"',
    'BACKEND_URL: required, expected an absolute URL such as https://backend.example.com, without credentials or a query',
    'LOG_LEVEL: expected one of fatal, error, warn, info, debug, trace, silent, got "loud"',
    'TERMS_URL: expected an absolute URL without credentials, such as https://www.example.com/terms, got "example.com/terms"',
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
  ['TRUSTED_FORWARDED_HEADERS', 'x-forwarded-for, x-real-ip'],
  ['BACKEND_URL', 'backend:8080'],
  ['BACKEND_URL', 'ftp://backend'],
  ['BACKEND_URL', 'https:backend'],
  ['BACKEND_URL', 'http://back end'],
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
  ['CSP_REPORT_URL', 'http://reports.test/csp'],
  ['CSP_REPORT_URL', '//reports.test/csp'],
  ['CSP_REPORT_URL', 'https://reports.test/a;script-src *'],
  ['CSP_REPORT_URL', '/rest/a","b="https://evil.example'],
  ['CSP_REPORT_URL', '/rest/a\\b'],
  ['CSP_REPORT_URL', '/rest/csp–reports'],
  ['CSP_REPORT_URL', 'https://reports.test/€'],
  ['CSP_REPORT_URL', '/rest/a\u0001b'],
  ['CSP_REPORT_URL', '/csp-reports'],
  ['RECAPTCHA_SCRIPT_URL', 'http://captcha.test/a.js'],
  ['RECAPTCHA_SCRIPT_URL', '/captcha/enterprise.js'],
  ['RECAPTCHA_SCRIPT_URL', '/restful/enterprise.js'],
  ['RECAPTCHA_SCRIPT_URL', '//evil.example/a.js'],
  ['RECAPTCHA_SCRIPT_URL', 'javascript:alert(1)'],
  ['RECAPTCHA_SCRIPT_URL', 'https://captcha.test/a;script-src *;/a.js'],
  ['RECAPTCHA_SCRIPT_URL', 'https://captcha.test/a;b/a.js'],
  ['RECAPTCHA_SCRIPT_URL', 'https://captcha.test/a,b/a.js'],
  ['RECAPTCHA_SCRIPT_URL', '/rest/a;b.js'],
])('%s rejects %s', (name, value) => {
  expect(problemsOf({ [name]: value })).toEqual([
    expect.stringMatching(new RegExp(`^${name}: expected .+, got ".+"$`)),
  ]);
  expect(problemsOf({ [name]: value })[0]).toContain(`, got "${value}"`);
});

test('a password in a URL is rejected and not printed', () => {
  const [problem] = problemsOf({ BACKEND_URL: 'https://user:secret@backend' });
  expect(problem).toMatch(/^BACKEND_URL: expected .+, got a value that may contain a password$/);
  expect(problem).not.toMatch('secret');
});

test.each([
  ['BACKEND_URL', 'http://backend/?token=secret', 'http://backend/?…'],
  ['TERMS_URL', 'www.example.com/terms?key=secret', 'www.example.com/terms?…'],
  ['TERMS_URL', 'www.example.com/terms#secret', 'www.example.com/terms#…'],
  ['SOCIAL_LINKS', 'One=one.test/?a=secret, Two=https://two.test', 'One=one.test/?…'],
  ['RECAPTCHA_SCRIPT_URL', '//captcha.test/a.js?key=secret', '//captcha.test/a.js?…'],
])('%s rejects %s without printing its query', (name, value, printed) => {
  const [problem] = problemsOf({ [name]: value });
  expect(problem).toContain(`, got "${printed}"`);
  expect(problem).not.toMatch('secret');
});

test('a drain timeout that is not longer than the proxy timeout results in a warning', () => {
  const warningsOf = (env: Record<string, string>) =>
    findConfigWarnings(parseConfig({ ...productionEnvironment, ...env }));
  expect(warningsOf({})).toEqual([]);
  expect(warningsOf({ DRAIN_TIMEOUT_MS: '20000' })).toEqual([
    'DRAIN_TIMEOUT_MS: expected more than PROXY_TIMEOUT_MS (20000), got 20000; a shutdown may abort requests in flight',
  ]);
  expect(warningsOf({ MAX_CONNECTIONS: '1000' })).toEqual([
    'MAX_CONNECTIONS: expected more than MAX_IN_FLIGHT (1000), got 1000; a slow backend may prevent health checks',
  ]);
});

test('trailing slashes are removed from URLs and paths', () => {
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

test('what the page loads or reports to may be a path that the host proxies', () => {
  const { cspReportUrl, settings } = parseConfig({
    ...productionEnvironment,
    PROXY_PATHS: '/rest,/captcha',
    CSP_REPORT_URL: '/rest/csp-reports',
    RECAPTCHA_SCRIPT_URL: '/captcha/enterprise.js?hl=de',
  });
  expect(cspReportUrl).toBe('/rest/csp-reports');
  expect(settings.captcha.scriptUrl).toBe('/captcha/enterprise.js?hl=de');
});

test('SOCIAL_LINKS=none is an empty list', () => {
  const env = { ...productionEnvironment, SOCIAL_LINKS: 'none' };
  expect(parseConfig(env).settings.socialLinks).toEqual([]);
});

test('the URL of a social link may contain commas and equals signs', () => {
  const env = {
    ...productionEnvironment,
    SOCIAL_LINKS: 'A=https://a.test/x,y?b=c, B=https://b.test/',
  };
  expect(parseConfig(env).settings.socialLinks).toEqual([
    { name: 'A', url: 'https://a.test/x,y?b=c' },
    { name: 'B', url: 'https://b.test/' },
  ]);
});

test('the configuration is deeply frozen', () => {
  const { settings } = parseConfig(productionEnvironment);
  expect(Object.isFrozen(settings.socialLinks[0])).toBe(true);
  expect(() => Object.assign(settings.captcha, { siteKey: 'other' })).toThrow(TypeError);
});
