import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadClientFiles } from '../../server/page/clientFiles.ts';
import { StartupError } from '../../server/StartupError.ts';
import { withBuiltClient } from './fixtures/clientFiles.ts';

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
