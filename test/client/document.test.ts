import { expect, test } from 'vitest';
import { createDocumentRenderer } from '../../client/document.tsx';
import { testSettings } from '../support/settings.ts';

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
])('the document for %j has status %i and already shows %j', (path, status, text) => {
  const document = render(path);
  expect(document.status).toBe(status);
  expect(document.html).toContain(text);
});

test('what the browser needs to know travels as data that cannot end its element', () => {
  const providerName = '</script><script>alert(1)</script>';
  const { html } = render('/', { ...testSettings, providerName });
  expect(html).not.toContain(providerName);
  const [, data = ''] =
    html.match(/<script type="application\/json" id="settings">(.*?)<\/script>/) ?? [];
  expect(JSON.parse(data)).toEqual({ ...testSettings, providerName });
});

test('the only script that runs carries the nonce', () => {
  const scripts = render('/').html.match(/<script(?! type="application\/json")[^>]*>/g);
  expect(scripts).toEqual([`<script type="module" nonce="the-nonce" src="${files.script}">`]);
});

test('the document of a page is the same for every subscriber and brief', () => {
  expect(render('/someone/something/contact')).toEqual(render('/1/2/contact'));
});
