import { spawnSync } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { nodeArguments } from '../../scripts/build/nodeArguments.ts';
import { changedSource } from '../mock/fixtures/changedContract.ts';
import { temporaryFolder } from '../temporaryFiles.ts';
import { longTestTimeoutMs } from '../timeouts.ts';

/** Runs the command in a folder with this `openapi.yaml`. */
async function generate(source: string) {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'openapi.yaml'), source);
  await symlink(resolve('contract'), join(cwd, 'contract'), 'junction');
  const [, ...args] = manifest.scripts.generate.split(' ');
  const absolute = args.map((it) => (it.includes('/') ? resolve(it) : it));
  const { status, stderr } = spawnSync(process.execPath, absolute, { cwd, encoding: 'utf8' });
  return { status, stderr, types: join(cwd, 'openapi.d.ts') };
}

test(
  'the types of the next changes are generated, and compile',
  async () => {
    const changes = await readFile('test/mock/fixtures/nextChanges.yaml', 'utf8');
    const { status, stderr, types } = await generate(await changedSource(changes));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const compile = nodeArguments(`tsc --ignoreConfig --noEmit --strict ${types}`);
    expect(spawnSync(process.execPath, compile, { encoding: 'utf8' }).stdout).toBe('');
    // A server that knows a default does not need the property.
    expect(await readFile(types, 'utf8')).toContain('reply?: boolean | null;');
  },
  longTestTimeoutMs,
);

test(
  'a contract that cannot be used is rejected with its line, and nothing is written',
  async () => {
    const { status, stderr, types } = await generate('openapi: 3.1.0\npaths:\n  b: {}\n');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'openapi.yaml:3 "b" is not supported here; expected a path that begins with "/", with variables between slashes and without a query.\n' +
        'openapi.d.ts was not written.\n',
    });
    await expect(readFile(types)).rejects.toThrow('ENOENT');
  },
  longTestTimeoutMs,
);
