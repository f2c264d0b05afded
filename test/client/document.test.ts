import { expect, test } from 'vitest';
import { createDocumentRenderer } from '../../client/document.tsx';
import { testSettings } from '../support/host/settings.ts';

const files = { script: '/assets/main.js', stylesheet: '/assets/main.css' };
const base = '/app/subscriber-feedback';

const render = (path: string, settings = testSettings) =>
  createDocumentRenderer(settings, files)(base + path, 'the-nonce');

test.each([
  ['', 200, 'does not exist.'],
  ['/', 200, 'does not exist.'],
  ['/1/2/contact', 200, 'Loading...'],
  ['/1/2/contact/', 200, 'Loading...'],
  ['/1/2', 404, 'does not exist.'],
  ['/1/%2e%2e/contact', 404, 'does not exist.'],
])('the document for %j has status %i and contains %j', (path, status, text) => {
  const document = render(path);
  expect(document.status).toBe(status);
  expect(document.html).toContain(text);
});

test('the settings are embedded as JSON that cannot close its script element', () => {
  const providerName = '</script><script>alert(1)</script>';
  const { html } = render('/', { ...testSettings, providerName });
  expect(html).not.toContain(providerName);
  const [, json = ''] =
    html.match(/<script type="application\/json" id="settings">(.*?)<\/script>/) ?? [];
  expect(JSON.parse(json)).toEqual({ ...testSettings, providerName });
});

test('the only executable script has the nonce', () => {
  const scripts = render('/').html.match(/<script(?! type="application\/json")[^>]*>/g);
  expect(scripts).toEqual([`<script type="module" nonce="the-nonce" src="${files.script}">`]);
});

test('the document is the same for every subscriber and brief', () => {
  expect(render('/someone/something/contact')).toEqual(render('/1/2/contact'));
});
