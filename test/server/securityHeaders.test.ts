import { createHash } from 'node:crypto';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import request from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '../../server/app.ts';
import { clientFiles } from '../support/host/clientFiles.ts';
import { createTestApp } from '../support/host/startTestHost.ts';
import { testConfig, unreachableUrl } from '../support/host/testConfig.ts';

const page = '/app/subscriber-feedback/1/daily/contact';

async function headersOf(path: string, env = {}) {
  const app = createTestApp(unreachableUrl, env);
  return (await request(app).get(path)).headers;
}

async function policyOf(path: string, env = {}): Promise<Record<string, string[]>> {
  const policy = String((await headersOf(path, env))['content-security-policy']);
  const directives = policy.split('; ').map((directive) => directive.split(' '));
  return Object.fromEntries(directives.map(([name = '', ...sources]) => [name, sources]));
}

/** Headers that describe the response or its body. */
const otherHeaders =
  /^(connection|content-(encoding|length|type)|date|etag|location|vary|x-request-id|x-robots-tag)$/;

test.each([
  [page, 'private, no-cache'],
  ['/', undefined],
  ['/nothing', 'no-store'],
  ['/rest/a', 'no-store'],
  ['/rest//a', 'no-store'],
  ['/health/live', 'no-store'],
  ['/health/ready', 'no-store'],
  [clientFiles.script, 'public, max-age=31536000, immutable'],
])('%s has the security headers and may be cached as %s', async (path, cacheControl) => {
  const headers = Object.entries(await headersOf(path));
  const securityHeaders = headers.filter(([name]) => !otherHeaders.test(name));
  expect(Object.fromEntries(securityHeaders)).toEqual({
    ...(cacheControl && { 'cache-control': cacheControl }),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': expect.stringContaining('camera=()'),
    'referrer-policy': 'strict-origin',
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  });
});

test('the policy has the hashes of the inline script and stylesheet, and is the same for every page', async () => {
  const app = createTestApp(unreachableUrl);
  const { headers, text } = await request(app).get(page);
  for (const element of ['script', 'style']) {
    const inline = text.match(new RegExp(`<${element}>(.*?)</${element}>`, 's'))?.[1] ?? '';
    const hash = createHash('sha256').update(inline).digest('base64');
    expect(headers['content-security-policy']).toContain(`${element}-src 'sha256-${hash}'`);
  }
  const second = await request(app).get('/app/subscriber-feedback/2/weekly/contact');
  expect(second.text).toBe(text);
  expect(second.headers['content-security-policy']).toBe(headers['content-security-policy']);
});

test.each(['https://reports.test/csp?app=feedback', '/rest/csp-reports'])(
  'with CSP_REPORT_URL %s, violations of a document are reported there',
  async (url) => {
    const env = { CSP_REPORT_URL: url };
    expect((await headersOf(page, env))['reporting-endpoints']).toBe(`csp="${url}"`);
    const reporting = { 'report-to': ['csp'], 'report-uri': [url] };
    expect(await policyOf(page, env)).toMatchObject(reporting);
  },
);

test('a host whose documents could not be sent does not start', () => {
  const config = { ...testConfig(unreachableUrl), cspReportUrl: '/rest/csp–reports' };
  expect(() => createApp(config, clientFiles)).toThrow('Invalid character in header content');
});

test('the policy allows the sources of the captcha and no others', async () => {
  expect(await policyOf(page)).toEqual({
    'default-src': ["'none'"],
    'script-src': [
      expect.stringMatching(/^'sha256-.{44}'$/),
      "'strict-dynamic'",
      'https:',
      "'unsafe-inline'",
    ],
    'script-src-attr': ["'none'"],
    'style-src': [expect.stringMatching(/^'sha256-.{44}'$/)],
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
  const policy = await policyOf(page, { RECAPTCHA_SCRIPT_URL: scriptUrl });
  expect(policy['connect-src']).toEqual(["'self'", ...sources]);
  expect(policy['frame-src']).toEqual(sources.length > 0 ? sources : ["'self'"]);
});

test.each([page, '/nothing'])(
  "Google's CSP evaluator reports nothing above informational for the policy of %s",
  async (path) => {
    const env = { CSP_REPORT_URL: '/rest/csp-reports' };
    const policy = String((await headersOf(path, env))['content-security-policy']);
    const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
    expect(findings.filter(({ severity }) => severity < Severity.INFO)).toEqual([]);
  },
);
