import { expect, test } from 'vitest';
import { requestTimeoutMs } from '../../client/api/abortAfter.ts';
import { findConfigWarnings, parseConfig } from '../../server/config/config.ts';
import { StartupError } from '../../server/StartupError.ts';
import { productionEnvironment } from '../testConfig.ts';

function findProblems(env: Record<string, string>): readonly string[] {
  try {
    parseConfig({ ...productionEnvironment, ...env });
  } catch (error) {
    if (error instanceof StartupError) return error.message.split('\n  - ').slice(1);
    throw error;
  }
  return [];
}

test('a complete environment is parsed into a complete configuration', () => {
  expect(parseConfig(productionEnvironment)).toEqual({
    host: undefined,
    port: 3000,
    backendUrl: 'http://backend.internal:8080',
    proxyPaths: ['/rest', '/jsp'],
    proxyTimeoutMs: 20_000,
    maxConnections: 4_000,
    maxInFlight: 1_000,
    keepAliveTimeoutMs: 65_000,
    trustedProxyHops: 0,
    trustedForwardedHeaders: ['x-forwarded-for'],
    droppedCookies: [],
    forwardedRequestHeaders: [],
    forwardedResponseHeaders: [],
    backendPolicyPaths: [],
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
      nextSteps: [],
      captcha: {
        siteKey: 'site-key',
        scriptUrl: 'https://www.google.com/recaptcha/enterprise.js',
      },
    },
  });
});

test('every variable without a default is required, and a blank one counts as not set', () => {
  const missing = Object.keys(productionEnvironment);
  const unset = Object.fromEntries(missing.map((name) => [name, ' ']));
  const problems = findProblems(unset).map((problem) => problem.split(' expected ')[0]);
  expect(problems.sort()).toEqual(missing.map((name) => `${name}: required,`).sort());
});

/** Invalid values of each variable. */
const invalid = {
  PORT: ['-1', '80.5'],
  PROXY_TIMEOUT_MS: ['0'],
  TRUSTED_FORWARDED_HEADERS: ['x-forwarded-for, x-real-ip'],
  FORWARDED_RESPONSE_HEADERS: ['x-page, transfer-encoding'],
  FORWARDED_REQUEST_HEADERS: [
    'x-tenant-id, host',
    'x-tenant-id,',
    'Cookie',
    'content-length',
    'transfer-encoding',
    'X-Forwarded-For',
    'forwarded',
    'referer',
  ],
  DROPPED_COOKIES: ['_ga*,', '*_ga', '_ga=1'],
  KEEP_ALIVE_TIMEOUT_MS: ['0', '620001'],
  BACKEND_URL: ['backend:8080', 'https:backend'],
  MAIN_SITE_HOST: ['https://www.example.com\\.evil.example'],
  PROXY_PATHS: [
    '/',
    '/rest,,/jsp',
    '/rest/../app',
    '/rest,/app/subscriber-feedback',
    '/health',
    '/rest,/health/live',
  ],
  STUDIO_PATH: ['https://elsewhere.example'],
  SPECIAL_SUBSCRIBER_ID: ['..'],
  SOCIAL_LINKS: ['https://one.example', 'One=https://one.example, =https://two.example'],
  NEXT_STEPS: [
    'One. | Two. | Three. | Four.',
    'One. | | Three.',
    'The editor of {name} reads it.',
    'The editor of {brief reads it.',
    'The editor of brief} reads it.',
    'x'.repeat(121),
  ],
  CSP_REPORT_URL: [
    'http://reports.test/csp',
    '//reports.test/csp',
    '/rest/a","b="https://evil.example',
    '/rest/csp–reports',
    '/csp-reports',
  ],
  RECAPTCHA_SCRIPT_URL: [
    'http://captcha.test/a.js',
    '/restful/enterprise.js',
    'javascript:alert(1)',
    'https://captcha.test/a;script-src *;/a.js',
  ],
};

for (const [name, values] of Object.entries(invalid)) {
  test.each(values)(`${name} rejects %s`, (value) => {
    const [problem = '', ...others] = findProblems({ [name]: value });
    expect(problem).toMatch(new RegExp(`^${name}: expected .+, got `));
    expect(problem.slice(problem.lastIndexOf(', got '))).toBe(`, got "${value}"`);
    expect(others).toEqual([]);
  });
}

const port = 'a whole number from 0 to 65535';
const prefixes = 'path prefixes such as /rest,/jsp, none of them empty, /, /app or /health';
const url = 'an absolute URL such as https://backend.example.com, without credentials or a query';

/** Sets a variable as a line of an environment file does. */
const parseLine = (line: string) => {
  const [name = '', value = ''] = line.split(/=(.*)/);
  return { name, env: { [name]: value } };
};

const described = {
  'PORT=70000': `${port}, got "70000"`,
  'METRICS_PORT=3000': 'another port than PORT, got "3000"',
  'BACKEND_POLICY_PATHS=/jsp, /restful': 'paths under PROXY_PATHS, got "/jsp, /restful"',
  'BACKEND_POLICY_PATHS=/jsp,': `${prefixes}, got "/jsp,"`,
  'LOG_LEVEL=loud': 'one of fatal, error, warn, info, debug, trace, silent, got "loud"',
  'BACKEND_URL=https://secret@b': `${url}, got a value that may contain a password`,
  'BACKEND_URL=http://backend/?token=secret': `${url}, got "http://backend/?…"`,
};

test.each(Object.entries(described))(
  '%s is rejected with "expected %s", without what may be secret',
  (line, expected) => {
    const { name, env } = parseLine(line);
    expect(findProblems(env)).toEqual([`${name}: expected ${expected}`]);
  },
);

const quoted = {
  'PROVIDER_NAME="Briefly Studio"': 'PROVIDER_NAME=Briefly Studio',
  "PROVIDER_NAME='Briefly' ": 'PROVIDER_NAME=Briefly',
  'PORT="3000"': 'PORT=3000',
  'POSTAL_ADDRESS=""': 'POSTAL_ADDRESS=',
  'BACKEND_URL="https://user:secret@b"': 'BACKEND_URL=…',
  'TERMS_URL="https://parent.test/?key=secret"': 'TERMS_URL=https://parent.test/?…',
};

test.each(Object.entries(quoted))('%s is rejected with the line to write, %s', (line, unquoted) => {
  const { name, env } = parseLine(line);
  expect(findProblems(env)).toEqual([
    `${name}: expected a value without quotes, which docker run --env-file keeps; write ${unquoted}`,
  ]);
});

test('a value in quotes is reported together with every other problem', () => {
  const names = findProblems({ STUDIO_NAME: '"Studio"', PORT: 'http' }).map(
    (text) => text.split(':')[0],
  );
  expect(names.sort()).toEqual(['PORT', 'STUDIO_NAME']);
});

test.each(['Briefly "Studio"', '"Daily" and "Weekly"', "The People's"])(
  'quotes within the text %s are part of it',
  (name) => {
    expect(findProblems({ PROVIDER_NAME: name })).toEqual([]);
  },
);

test('METRICS_PORT with the address of a Kubernetes Service is rejected with its name and what to do', () => {
  expect(findProblems({ METRICS_PORT: 'tcp://10.0.0.1:80' })).toEqual([
    `METRICS_PORT: expected ${port}, got "tcp://10.0.0.1:80", which Kubernetes sets for the Service "metrics"; set enableServiceLinks: false in the pod`,
  ]);
});

const ignored =
  'TRUSTED_FORWARDED_HEADERS: expected TRUSTED_PROXY_HOPS of at least 1, got 0; these headers are ignored';

test.each([
  [{}, []],
  [{ TRUSTED_FORWARDED_HEADERS: 'x-forwarded-for', TRUSTED_PROXY_HOPS: '1' }, []],
  [{ TRUSTED_FORWARDED_HEADERS: 'x-forwarded-for' }, [ignored]],
  [{ POSTAL_ADDRESS: 'Suite #5' }, []],
  [
    { PROVIDER_NAME: 'Briefly # the name' },
    ['PROVIDER_NAME: contains " # "; docker run --env-file keeps a comment behind a value'],
  ],
  [{ PROXY_TIMEOUT_MS: '29999', DRAIN_TIMEOUT_MS: '40000' }, []],
  [
    { PROXY_TIMEOUT_MS: '30000', DRAIN_TIMEOUT_MS: '40000' },
    [
      `PROXY_TIMEOUT_MS: expected less than ${requestTimeoutMs}, after which the page no longer waits, got 30000`,
    ],
  ],
  [
    { DRAIN_TIMEOUT_MS: '20000' },
    [
      'DRAIN_TIMEOUT_MS: expected more than PROXY_TIMEOUT_MS (20000), got 20000; a shutdown may abort requests in flight',
    ],
  ],
  [
    { MAX_CONNECTIONS: '1000' },
    [
      'MAX_CONNECTIONS: expected more than MAX_IN_FLIGHT (1000), got 1000; a slow backend may prevent health checks',
    ],
  ],
])('the settings %o result in the warnings %o', (env, warnings) => {
  expect(findConfigWarnings(parseConfig({ ...productionEnvironment, ...env }), env)).toEqual(
    warnings,
  );
});

test('trailing slashes are removed, and what the page loads or reports to may be a proxied path', () => {
  const env = {
    BACKEND_URL: 'http://backend:8080/base/',
    MAIN_SITE_HOST: 'https://main.test//',
    STUDIO_PATH: '/our/studio/',
    PROXY_PATHS: '/rest/, /captcha',
    CSP_REPORT_URL: '/rest/csp-reports',
    RECAPTCHA_SCRIPT_URL: '/captcha/enterprise.js?hl=de',
  };
  const captcha = { scriptUrl: '/captcha/enterprise.js?hl=de' };
  expect(parseConfig({ ...productionEnvironment, ...env })).toMatchObject({
    backendUrl: 'http://backend:8080/base',
    proxyPaths: ['/rest', '/captcha'],
    cspReportUrl: '/rest/csp-reports',
    settings: { mainSiteHost: 'https://main.test', studioPath: 'our/studio', captcha },
  });
});

test('there may be no social links, and their URLs may contain commas and equals signs', () => {
  const parseLinks = (links: string) =>
    parseConfig({ ...productionEnvironment, SOCIAL_LINKS: links }).settings.socialLinks;
  expect(parseLinks('none')).toEqual([]);
  expect(parseLinks('A=https://a.test/x,y?b=c, B=https://b.test/')).toEqual([
    { name: 'A', url: 'https://a.test/x,y?b=c' },
    { name: 'B', url: 'https://b.test/' },
  ]);
});

test('NEXT_STEPS is up to three sentences, of which the text of the setting is limited', () => {
  const parseSteps = (text: string) =>
    parseConfig({ ...productionEnvironment, NEXT_STEPS: text }).settings.nextSteps;
  expect(parseSteps('none')).toEqual([]);
  const longest = '{brief}'.padEnd(120, 'x');
  expect(parseSteps(`First. |${longest}| Third.`)).toEqual(['First.', longest, 'Third.']);
});

test('the configuration is deeply frozen', () => {
  const { settings } = parseConfig(productionEnvironment);
  for (const part of [settings.socialLinks[0], settings.captcha]) {
    expect(() => Object.assign(part ?? {}, { url: '' })).toThrow(TypeError);
  }
});
