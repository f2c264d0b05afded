import { expect, test } from 'vitest';
import { matchDocument, renderDocuments } from '../../client/document.tsx';
import { testConfig, unreachableUrl } from '../support/host/testConfig.ts';

const files = { loader: 'load()', stylesheet: 'body{color:red}' };
const base = '/app/subscriber-feedback';
const { settings } = testConfig(unreachableUrl);

const render = (path: string, provider = settings) =>
  renderDocuments(provider, files)[matchDocument(base + path)];

test.each([
  ['', 200, 'does not exist.'],
  ['/1/2/contact/', 200, 'Loading...'],
  ['/1/%2e%2e/contact', 404, 'does not exist.'],
])('the document for %j has status %i and contains %j', (path, status, text) => {
  const document = render(path);
  expect(document.status).toBe(status);
  expect(document.html).toContain(text);
});

test('the settings are embedded as JSON that cannot close its script element', () => {
  const providerName = '</script><script>alert(1)</script>';
  const { html } = render('/', { ...settings, providerName });
  expect(html).not.toContain(providerName);
  const [, json = ''] =
    html.match(/<script type="application\/json" id="settings">(.*?)<\/script>/) ?? [];
  expect(JSON.parse(json)).toEqual({ ...settings, providerName });
});

test('the only executable script is the loader', () => {
  const scripts = render('/').html.match(/<script(?! type="application\/json").*?<\/script>/gs);
  expect(scripts).toEqual([`<script>${files.loader}</script>`]);
});
