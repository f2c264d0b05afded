import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addLogo } from '../../server/page/addLogo.ts';
import { loadClientFiles } from '../../server/page/loadClientFiles.ts';
import { StartupError } from '../../server/StartupError.ts';
import { clientFiles, script, withBuiltClient } from '../clientFiles.ts';
import { temporaryFolderForFile } from '../temporaryFolderForFile.ts';

const missing = {
  'manifest.json': /^No built client at .+\. Run "npm run build"\.$/,
  'assets/main-AB12.js':
    /^The built client lacks \/app\/.+\/main-AB12\.js\. Run "npm run build"\.$/,
};

test.each(Object.entries(missing))('a build without %s does not start', (file, expected) => {
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

const logos = {
  svg,
  'svg after a declaration and a comment': `\ufeff<?xml version="1.0"?>\n<!-- a>b -->\n<!DOCTYPE svg PUBLIC "a" "b">${svg}`,
  png,
};

test.each(Object.entries(logos))('an image is an asset of the document: %s', (name, content) => {
  const { document, assets } = addLogo(clientFiles, writeLogo(content));
  expect(document.logoUrl).toMatch(/\/assets\/logo-[\w-]{16}\.(?:svg|png)$/);
  expect(document.logoUrl?.slice(-3)).toBe(name.slice(0, 3));
  const variants = assets.get(document.logoUrl ?? '');
  const identity = variants?.find(({ encoding }) => encoding === 'identity');
  expect(identity?.body).toEqual(Buffer.from(content));
  expect(assets.has(clientFiles.script), 'keeps the script').toBe(true);
});

/** Files by what the error says about them. */
const rejected = {
  'of 32809 bytes': svg + ' '.repeat(32 * 1024),
  ', which begins otherwise': `<p>${svg}</p>`,
  'with "<script"': withMarkup('<script>1</script>'),
  'with "<s:script"': withMarkup('<s:script/>'),
  'with "onload ="': withMarkup('<g\nonload = "1"/>'),
  'with "javascript:"': withMarkup('<a href="javascript:1"/>'),
  'with "<foreignObject"': withMarkup('<foreignObject/>'),
  'with "<!ENTITY"': `<!DOCTYPE svg [<!ENTITY a "b">]>${svg}`,
};

test.each(Object.entries(rejected))('the host does not start with a logo %s', (reason, content) => {
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
