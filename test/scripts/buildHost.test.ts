import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildHost } from '../../scripts/build/buildHost.ts';

test('the built host contains no module of the mock, the scripts or the tests', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'host-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const { inputs } = await buildHost(join(directory, 'server.js'));
  expect(Object.keys(inputs)).toContain('server/app.ts');
  expect(Object.keys(inputs).filter((path) => /^(mock-api|scripts|test)\//.test(path))).toEqual([]);
});
