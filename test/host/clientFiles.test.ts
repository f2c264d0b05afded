import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addLogo } from '../../server/page/addLogo.ts';
import { loadClientFiles } from '../../server/page/loadClientFiles.ts';
import { StartupError } from '../../server/StartupError.ts';
import { clientFiles, script, withBuiltClient } from '../clientFiles.ts';
import { temporaryFolderForFile } from '../temporaryFolderForFile.ts';

test.each([
  { file: 'manifest.json', expected: /^No built client at .+\. Run "npm run build"\.$/ },
  {
    file: 'assets/main-AB12.js',
    expected: /^The built client lacks \/app\/.+\/main-AB12\.js\. Run "npm run build"\.$/,
  },
])('a build without $file does not start', ({ file, expected }) => {
  withBuiltClient((directory) => {
    rmSync(join(directory, file));
    const load = () => loadClientFiles(directory);
    expect(load).toThrow(StartupError);
    expect(load).toThrow(expected);
  });
});

test('the encodings of a file are in the order of their sizes', () => {
  const { assets, script: path } = withBuiltClient((directory) => {
    writeFileSync(join(directory, 'assets/main-AB12.js.br'), `${script}longer`);
    return loadClientFiles(directory);
  });
  expect(assets.get(path)?.map(({ encoding }) => encoding)).toEqual(['gzip', 'identity', 'br']);
});

const file = join(temporaryFolderForFile(), 'logo');

function writeLogo(content: string | Buffer): string {
  writeFileSync(file, content);
  return file;
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)]);
const withMarkup = (markup: string) => svg.replace('/>', `>${markup}</svg>`);

test.each([
  { title: 'an SVG', content: svg, extension: 'svg' },
  {
    title: 'an SVG after a declaration and a comment',
    content: `\ufeff<?xml version="1.0"?>\n<!-- a>b -->\n<!DOCTYPE svg PUBLIC "a" "b">${svg}`,
    extension: 'svg',
  },
  { title: 'a PNG', content: png, extension: 'png' },
])('$title is an asset of the document', ({ content, extension }) => {
  const { document, assets } = addLogo(clientFiles, writeLogo(content));
  expect(document.logoUrl).toMatch(new RegExp(`/assets/logo-[\\w-]{16}\\.${extension}$`));
  const variants = assets.get(document.logoUrl ?? '');
  const identity = variants?.find(({ encoding }) => encoding === 'identity');
  expect(identity?.body).toEqual(Buffer.from(content));
  expect(assets.has(clientFiles.script), 'keeps the script').toBe(true);
});

test.each([
  {
    title: 'a file that is too large',
    content: svg + ' '.repeat(32 * 1024),
    reason: /of 32809 bytes$/,
  },
  { title: 'a JPEG', content: '\xff\xd8\xff', reason: /which begins otherwise$/ },
  {
    title: 'an HTML page with an SVG',
    content: `<p>${svg}</p>`,
    reason: /which begins otherwise$/,
  },
  {
    title: 'an SVG with a script',
    content: withMarkup('<script>1</script>'),
    reason: /with "<script"$/,
  },
  {
    title: 'an SVG with a script in a namespace',
    content: withMarkup('<s:script/>'),
    reason: /with "<s:script"$/,
  },
  {
    title: 'an SVG with an event handler',
    content: withMarkup('<g\nonload = "1"/>'),
    reason: /with "onload ="$/,
  },
  {
    title: 'an SVG with a link that runs script',
    content: withMarkup('<a href="javascript:1"/>'),
    reason: /with "javascript:"$/,
  },
  {
    title: 'an SVG with HTML',
    content: withMarkup('<foreignObject/>'),
    reason: /with "<foreignObject"$/,
  },
  {
    title: 'an SVG with entities',
    content: `<!DOCTYPE svg [<!ENTITY a "b">]>${svg}`,
    reason: /with "<!ENTITY"$/,
  },
])('the host does not start with $title', ({ content, reason }) => {
  const add = () => addLogo(clientFiles, writeLogo(content));
  expect(add).toThrow(StartupError);
  expect(add).toThrow(
    `LOGO_FILE: expected an SVG or PNG image of at most 32 KiB without script, got "${file}"`,
  );
  expect(add).toThrow(reason);
});

test('the host does not start without the file', () => {
  expect(() => addLogo(clientFiles, '/nowhere/logo.svg')).toThrow(
    /got "\/nowhere\/logo.svg": ENOENT/,
  );
});
