import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Loader, transform } from 'esbuild';
import { chromium, type Request } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { basePath } from '../../client/routes.ts';
import { browserTarget, buildClient } from '../../scripts/build/buildClient.ts';
import { readPreviousReleases } from '../../scripts/build/readPreviousReleases.ts';
import { launchOptions } from '../../scripts/command/findChromium.ts';
import { loadClientFiles } from '../../server/page/loadClientFiles.ts';
import { feedbackPage } from '../page/fixtures/feedbackPage.ts';
import { startTestStack } from '../startTestStack.ts';
import { temporaryFolderForFile } from '../temporaryFolderForFile.ts';

const directory = temporaryFolderForFile();
let bundled: string[];
let manifest: { script: string };

beforeAll(async () => {
  bundled = await buildClient({ directory });
  manifest = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8'));
});

const unused = {
  'of the staff layer, which the page does not use': /^client\/(staff\/|api\/staffApi)/,
  'of React Bootstrap that requires Popper': /popper|react-bootstrap.*(Navbar|Dropdown|Toast)/,
  'of the host, the mock or the scripts': /^(server|mock-api|scripts|test)\//,
  'that renders the document': /react-dom\/server|client\/document\.tsx/,
};

test.each(Object.entries(unused))('the bundle contains no module %s', (_name, pattern) => {
  expect(bundled.filter((path) => pattern.test(path))).toEqual([]);
});

test('the script contains no component of React Router that the page does not import', () => {
  const script = readFileSync(join(directory, manifest.script), 'utf8');
  // The key with which `ScrollRestoration` stores positions.
  expect(script.indexOf('react-router-scroll-positions')).toBe(-1);
});

test('the target of the build is the list of supported browsers in the documentation', () => {
  const decision = readFileSync('docs/decisions/supported-browsers.md', 'utf8');
  expect([...decision.matchAll(/\| `(\w[\w.]+)`$/gm)].map(([, name]) => name)).toEqual(
    browserTarget,
  );
});

/** Returns what esbuild changes for the oldest supported browsers: nothing, if they know the syntax. */
async function convertForTarget(source: string, loader: Loader) {
  const convert = (target: string | string[]) => transform(source, { loader, target });
  const [forTarget, unchanged] = await Promise.all([convert(browserTarget), convert('esnext')]);
  return forTarget.code === unchanged.code ? undefined : forTarget.code;
}

const loaders: Record<string, Loader> = { script: 'js', loader: 'js', stylesheet: 'css' };

test.each(Object.entries(loaders))(
  'the %s contains no syntax that the oldest supported browsers do not know',
  async (name, loader) => {
    const files = { script: manifest.script, loader: 'loader.js', stylesheet: 'main.css' };
    const source = readFileSync(join(directory, files[name as keyof typeof files]), 'utf8');
    expect(await convertForTarget(source, loader)).toBeUndefined();
  },
);

test('a first visit transfers at most 102,000 bytes, 9,000 of them the document, in three requests', async () => {
  const { host } = await startTestStack({}, directory);
  const browser = await chromium.launch(launchOptions());
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const requests: Request[] = [];
  // Data URLs are no transfers.
  page.on('requestfinished', (request) => {
    if (request.url().startsWith('http')) requests.push(request);
  });
  await page.goto(`${host.url}${basePath}/3141592/daily-harvest/contact`);
  await feedbackPage(page).liveForm.waitFor();
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  const total = sizes
    .flatMap(({ responseHeadersSize, responseBodySize }) => [responseHeadersSize, responseBodySize])
    .reduce((sum, size) => sum + size);
  expect(total).toBeLessThanOrEqual(102_000);
  // Less than a server sends before the first acknowledgement.
  expect(sizes[0]?.responseBodySize).toBeLessThanOrEqual(9_000);
  expect(requests.map((request) => request.resourceType()).sort()).toEqual([
    'document',
    'fetch',
    'script',
  ]);
});

test('the next build serves the script of the previous one, which differs', async () => {
  const previous = loadClientFiles(directory);
  await buildClient({ directory, isDevelopment: true });
  const next = loadClientFiles(directory);
  expect(next.script).not.toBe(previous.script);
  const { releases } = await readPreviousReleases(directory, []);
  expect(releases[1]).toEqual([manifest.script]);
  expect(next.assets.get(previous.script)).toEqual(previous.assets.get(previous.script));
  expect(next.document.loader).toContain(next.script);
});

/** The values of these properties in the stylesheet, without those of Bootstrap's variables. */
function valuesOf(property: RegExp): string[] {
  const { stylesheet } = loadClientFiles(directory).document;
  return [...stylesheet.matchAll(/[{;]([\w-]+):([^;{}]+)/g)]
    .filter(([, name = '']) => property.test(name))
    .map(([, , value = '']) => value.trim());
}

test('every text has one of six sizes, each with its line height', () => {
  const linesBySize = Object.entries({ 14: 20, 16: 24, 20: 28, 24: 32, 32: 40, 40: 48 });
  const sizes = linesBySize.map(([px]) => `${Number(px) / 16}rem`.replace(/^0\./, '.'));
  const lineHeights = linesBySize.map(([px, line]) => line / Number(px));
  const isInherited = (value: string) => /^(inherit|1em|100%|var\(.*\))$/.test(value);
  // The name in the header shrinks on a small screen.
  const limitsOf = (value: string) => /^clamp\((.*),.*,(.*)\)$/.exec(value)?.slice(1) ?? [value];
  const foundSizes = valuesOf(/^(--bs-.*)?font-size$/)
    .filter((value) => !isInherited(value))
    .flatMap(limitsOf);
  expect(foundSizes.filter((value) => !sizes.includes(value))).toEqual([]);
  expect(new Set(foundSizes)).toEqual(new Set(sizes));
  const foundHeights = valuesOf(/^(--bs-.*)?line-height$/).filter((value) => !isInherited(value));
  const isKnown = (value: string) =>
    lineHeights.some((one) => Math.abs(one - Number(value)) < 1e-6);
  expect(foundHeights.filter((value) => !isKnown(value))).toEqual([]);
});
