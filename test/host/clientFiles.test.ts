import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadClientFiles } from '../../server/page/loadClientFiles.ts';
import { StartupError } from '../../server/StartupError.ts';
import { script, withBuiltClient } from './fixtures/clientFiles.ts';

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
