import { spawnSync } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { nodeArguments } from '../../scripts/build/nodeArguments.ts';
import { changedSource } from '../mock/fixtures/changedContract.ts';
import { temporaryFolder } from '../mock/fixtures/temporaryFiles.ts';
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

/** Generates types of a contract with these changes. Returns each line that is rejected, and why. */
async function reject(changes: string) {
  const source = JSON.stringify(JSON.parse(await changedSource(changes)), null, 1);
  const { status, stderr, types } = await generate(source);
  expect(status).toBe(1);
  await expect(readFile(types)).rejects.toThrow('ENOENT');
  const lines = source.split('\n').map((line) => line.trim());
  return [...stderr.matchAll(/^openapi\.yaml:(\d+) (.*)$/gm)].map(([, number, reason]) => [
    lines[Number(number) - 1],
    reason,
  ]);
}

test(
  'an unknown format is rejected in its line, and nothing is written',
  async () => {
    const changes =
      'components: { schemas: { Brief: { properties: { more: { format: colour } } } } }';
    const reason = expect.stringContaining('The format "colour" is not supported');
    expect(await reject(changes)).toEqual([['"more": {', reason]]);
  },
  longTestTimeoutMs,
);

test(
  'names, references and lists that types cannot express are rejected, and nothing is written',
  async () => {
    const page = "oneOf: [{ $ref: '#/components/schemas/Page' }]";
    const changes = `components:
  schemas:
    list: { type: array, items: { $ref: '#/components/schemas/list' } }
    Brief:
      properties:
        reserved: { properties: { valueOf: {} } }
        unmapped: { ${page}, discriminator: { propertyName: kind } }
        unknown: { ${page}, discriminator: { propertyName: kind, mapping: { a: Page } } }`;
    const notMapped = (name: string) => expect.stringContaining(`"${name}" is not mapped`);
    expect(await reject(changes)).toEqual([
      ['"valueOf": {}', '"valueOf" cannot be a name.'],
      ['"discriminator": {', notMapped('#/components/schemas/Page')],
      ['"discriminator": {', notMapped('#/components/schemas/Page')],
      ['"discriminator": {', notMapped('Page')],
      ['"list": {', expect.stringContaining('"list" contains itself in a list')],
    ]);
  },
  longTestTimeoutMs,
);
