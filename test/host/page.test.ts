import { createHash } from 'node:crypto';
import request from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '../../server/app.ts';
import { clientFiles, script } from '../clientFiles.ts';
import { get } from '../rawClient.ts';
import { testConfig, unreachableUrl } from '../testConfig.ts';
import { createTestApp, startTestHost } from './fixtures/startTestHost.ts';

const app = createTestApp(unreachableUrl);
const base = '/app/subscriber-feedback';
const page = `${base}/1/daily/contact`;
const assets = `${base}/assets/`;

test.each([
  [base, 200],
  [`${base}/`, 200],
  [page, 200],
  [`${page}/`, 200],
  [`${base}/1/daily/contract`, 404],
  [`${base}/a%zz`, 404],
  [`${base}/..%252F..%252Fx`, 404],
  [`${base}/1/a;b/c`, 404],
])('%s is a document with the status %i that no search engine indexes', async (path, status) => {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'x-robots-tag': 'noindex',
    'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
  };
  expect(await request(app).head(path)).toMatchObject({ status, headers });
  const res = await request(app).get(path);
  expect(res).toMatchObject({ status, headers });
  expect(res.text).toMatch(/^<!doctype html>/i);
  expect(res.text).toMatch(clientFiles.script);
});

test.each([
  ['/App/SUBSCRIBER-feedback', ''],
  ['/App/SUBSCRIBER-feedback/%7B1%7D/daily/contact?a=b?c', '/%7B1%7D/daily/contact?a=b?c'],
  [`/${page}?a=//b`, '/1/daily/contact?a=//b'],
  ['/app//subscriber-feedback/1///daily/contact', '/1/daily/contact'],
  [`/${base}//evil.test`, '/evil.test'],
  [`/${base}/\\evil.test`, '/\\evil.test'],
  [`/${base}/%2f/evil.test`, '/%2f/evil.test'],
  [`/${base}/..//evil.test`, '/../evil.test'],
])(
  '%s is redirected to the base path with "%s", with security headers and uncached',
  async (path, rest) => {
    const { send } = await startTestHost();
    const headers = {
      location: base + rest,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    };
    expect(await send(get(path, 'Accept: text/html'))).toMatchObject({ status: 302, headers });
  },
);

const notRedirected = {
  'another host': get(`//evil.test${base}`),
  'an encoded slash': get('/app%2f/subscriber-feedback/'),
  'a dot segment': get(`//..${base}`),
  'a POST': get(`/${page}`).replace('GET', 'POST'),
  'a request for JSON': get(`/${page}`, 'Accept: application/json'),
};

test.each(Object.entries(notRedirected))(
  '%s with repeated slashes is not redirected',
  async (_name, bytes) => {
    const { send } = await startTestHost();
    expect(await send(bytes)).toMatchObject({ status: 400 });
  },
);

test('the root is redirected to the base path', async () => {
  await request(app).get('/').expect(302).expect('Location', `${base}/`);
});

test.each(['/favicon.ico', '/app/', `${base}x`, '/APP/subscriber-feedbackx'])(
  '%s results in a short 404',
  async (path) => {
    await request(app).get(path).expect(404, 'Not found.\n');
  },
);

test.each(['main-OLD1.js', 'main-AB12.js.br', '', 'a/b.js'])(
  'the missing file "%s" results in a short 404, and its connection is closed',
  async (name) => {
    const get = request(app)
      .get(assets + name)
      .set('Connection', 'keep-alive');
    const { headers } = await get.expect(404, 'Not found.\n');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', connection: 'close' });
  },
);

test.each(['PUT', 'OPTIONS', 'TRACE', 'PROPFIND'])(
  '%s results in 405 with Allow on every path',
  async (method) => {
    for (const path of ['/', base, '/rest/x', '/nothing']) {
      const res = await request(app)[method.toLowerCase() as 'put'](path).expect(405);
      expect(res.headers.allow).toBe('GET, HEAD, POST');
    }
  },
);

test.each([page, clientFiles.script])('%s rejects POST', async (path) => {
  await request(app).post(path).expect(405).expect('Allow', 'GET, HEAD');
});

const getScript = (accepted: string, path = clientFiles.script) =>
  request(app).get(path).set('Accept-Encoding', accepted);

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['*', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', undefined],
  ['', undefined],
])(
  '"Accept-Encoding: %s" results in Content-Encoding %s and Vary: Accept-Encoding',
  async (accepted, encoding) => {
    const { headers, text } = await getScript(accepted).expect(200);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toBe('Accept-Encoding');
    expect(Number(headers['content-length']) < script.length).toBe(encoding !== undefined);
    expect(text).toBe(script);
    const document = await getScript(accepted, page);
    expect(document.headers['content-encoding']).toBe(encoding);
    expect(document.headers.vary).toBe('Accept-Encoding');
    expect(document.text).toBe((await getScript('identity', page)).text);
  },
);

test.each([page, clientFiles.script])(
  '%s results in 304 if the browser has it in the same encoding',
  async (path) => {
    const { headers } = await getScript('br', path);
    const etag = String(headers.etag);
    const cached = await getScript('br', path).set('If-None-Match', etag).expect(304);
    expect(cached.headers).toMatchObject({
      etag,
      'content-security-policy': headers['content-security-policy'],
    });
    await getScript('gzip', path).set('If-None-Match', etag).expect(200);
  },
);

test('an unknown URL is no 304, although its document is the same', async () => {
  const { headers } = await request(app).get(`${base}/unknown`).expect(404);
  await request(app).get(`${base}/unknown`).set('If-None-Match', String(headers.etag)).expect(404);
});

test('an asset has the media type of its name, and HEAD has its length', async () => {
  const js = await request(app).head(clientFiles.script).set('Accept-Encoding', 'identity');
  expect(js.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-length': String(script.length),
  });
  const css = await request(app).get(`${assets}main-OLD9.css`).expect(200);
  expect(css.headers).toMatchObject({ 'content-type': 'text/css; charset=utf-8' });
});

test('a logo of another release is the one of this release, and is not kept under its name', async () => {
  const files = {
    ...clientFiles,
    document: { ...clientFiles.document, logoUrl: clientFiles.script },
  };
  const other = request(createApp(testConfig(unreachableUrl), files)).get(`${assets}logo-0000.png`);
  const { headers, text } = await other.expect(200);
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-type']).toMatch('javascript');
  expect(text).toBe(script);
  await request(app).get(`${assets}logo-0000.png`).expect(404);
});

/** Headers that describe the response or its body. */
const otherHeaders =
  /^(connection|content-(encoding|length|type)|date|etag|location|vary|x-request-id|x-robots-tag)$/;

const cacheControls = {
  [page]: 'private, no-cache, no-transform',
  '/': 'no-store',
  '/nothing': 'no-store',
  '/rest/a': 'no-store',
  '/rest//a': 'no-store',
  '/health/live': 'no-store',
  [clientFiles.script]: 'public, max-age=31536000, immutable',
};

test.each(Object.entries(cacheControls))(
  '%s has the security headers, and its Cache-Control is %s',
  async (path, cacheControl) => {
    const headers = Object.entries((await request(app).get(path)).headers);
    const securityHeaders = headers.filter(([name]) => !otherHeaders.test(name));
    expect(Object.fromEntries(securityHeaders)).toEqual({
      'cache-control': cacheControl,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'permissions-policy':
        'accelerometer=(), autoplay=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
      'referrer-policy': 'strict-origin',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy':
        path === page
          ? expect.stringContaining("; frame-ancestors 'none'")
          : "default-src 'none'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
    });
  },
);

async function policyOf(env = {}): Promise<Record<string, string[]>> {
  const { headers } = await request(createTestApp(unreachableUrl, env)).get(page);
  const directives = String(headers['content-security-policy']).split('; ');
  return Object.fromEntries(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
}

test('the policy allows the inline script and stylesheet, the sources of the captcha, and nothing else', async () => {
  const { text } = await request(app).get(page);
  const hashOf = (element: string) => {
    const inline = text.match(new RegExp(`<${element}>(.*?)</${element}>`, 's'))?.[1] ?? '';
    return `'sha256-${createHash('sha256').update(inline).digest('base64')}'`;
  };
  expect(await policyOf()).toEqual({
    'default-src': ["'none'"],
    'script-src': [hashOf('script'), "'strict-dynamic'", 'https:', "'unsafe-inline'"],
    'script-src-attr': ["'none'"],
    'style-src': [hashOf('style')],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'", 'https://www.google.com/recaptcha/'],
    'frame-src': ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
  });
});

test.each([
  ['https://www.recaptcha.net/recaptcha/enterprise.js', ['https://www.recaptcha.net/recaptcha/']],
  ['/rest/captcha/enterprise.js', []],
])('the policy allows the sources of the captcha script %s', async (scriptUrl, sources) => {
  const policy = await policyOf({ RECAPTCHA_SCRIPT_URL: scriptUrl });
  expect(policy['connect-src']).toEqual(["'self'", ...sources]);
  expect(policy['frame-src']).toEqual(sources.length > 0 ? sources : ["'self'"]);
});

test('with CSP_REPORT_URL, violations of a document are reported there', async () => {
  const url = 'https://reports.test/csp?app=feedback';
  const env = { CSP_REPORT_URL: url };
  expect(await policyOf(env)).toMatchObject({ 'report-to': ['csp'], 'report-uri': [url] });
  const { headers } = await request(createTestApp(unreachableUrl, env)).get(page);
  expect(headers['reporting-endpoints']).toBe(`csp="${url}"`);
});

test('a host whose documents could not be sent does not start', () => {
  const config = { ...testConfig(unreachableUrl), cspReportUrl: '/rest/csp–reports' };
  expect(() => createApp(config, clientFiles)).toThrow('Invalid character in header content');
});
