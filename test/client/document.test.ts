import { expect, test } from 'vitest';
import { renderDocuments } from '../../client/document.tsx';
import { testConfig, unreachableUrl } from '../testConfig.ts';

const files = { loader: 'load()', stylesheet: 'body{color:red}' };
const { settings } = testConfig(unreachableUrl);

test('the settings are embedded as JSON that cannot close its script element', () => {
  const providerName = '</script><script>alert(1)</script>';
  const { html } = renderDocuments({ ...settings, providerName }, files).index;
  expect(html).not.toContain(providerName);
  const [, json = ''] =
    html.match(/<script type="application\/json" id="settings">(.*?)<\/script>/) ?? [];
  expect(JSON.parse(json)).toEqual({ ...settings, providerName });
});

test('the only executable script is the loader', () => {
  const scripts = renderDocuments(settings, files).index.html.match(
    /<script(?! type="application\/json").*?<\/script>/gs,
  );
  expect(scripts).toEqual([`<script>${files.loader}</script>`]);
});

test('both fields of the form are required, and the browser offers no text of another form', () => {
  const { html } = renderDocuments(settings, files).feedback;
  expect(html.match(/<(?:input|textarea)\b[^>]*\brequired\b/g)).toHaveLength(2);
  expect(html).toMatch(/<form\b[^>]*\bautocomplete="off"/i);
});
