import { spawnSync } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { nodeArguments } from '../../scripts/build/nodeArguments.ts';
import { changedSource } from '../support/mock/changedContract.ts';
import { temporaryFolder } from '../support/mock/temporaryFiles.ts';
import { longTestTimeoutMs } from '../support/timeouts.ts';

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
    const changes = await readFile('test/support/mock/nextChanges.yaml', 'utf8');
    const { status, stderr, types } = await generate(await changedSource(changes));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const compile = nodeArguments(`tsc --ignoreConfig --noEmit --strict ${types}`);
    expect(spawnSync(process.execPath, compile, { encoding: 'utf8' }).stdout).toBe('');
    // A server that knows a default does not need the property.
    expect(await readFile(types, 'utf8')).toContain('reply?: boolean | null;');
  },
  longTestTimeoutMs,
);

const schemaIn = (schema: string) =>
  `components: { schemas: { Brief: { properties: { more: ${schema} } } } }`;
const alternatives = "oneOf: [{ $ref: '#/components/schemas/Page' }]";
const discriminator = 'propertyName: kind';

test.each([
  ['an unknown format', schemaIn('{ format: colour }'), 'The format "colour" is not supported'],
  ['a name of any object', schemaIn('{ properties: { valueOf: {} } }'), '"valueOf" cannot be a'],
  [
    'a list of itself',
    "components: { schemas: { more: { type: array, items: { $ref: '#/components/schemas/more' } } } }",
    '"more" contains itself in a list',
  ],
  [
    'an alternative without a value',
    schemaIn(`{ ${alternatives}, discriminator: { ${discriminator} } }`),
    '"#/components/schemas/Page" is not mapped',
  ],
  [
    'a value of a name',
    schemaIn(`{ ${alternatives}, discriminator: { ${discriminator}, mapping: { a: Page } } }`),
    '"Page" is not mapped',
  ],
])(
  '%s is rejected in its line, and nothing is written',
  async (_, changes, message) => {
    const source = JSON.stringify(JSON.parse(await changedSource(changes)), null, 1);
    const lines = source.split('\n');
    const { status, stderr, types } = await generate(source);
    expect(status).toBe(1);
    const [, line] = stderr.match(/^openapi\.yaml:(\d+) /) ?? [];
    expect(lines.findIndex((it) => it.includes('"more": {'))).toBeLessThan(Number(line));
    expect(stderr).toContain(message);
    await expect(readFile(types)).rejects.toThrow('ENOENT');
  },
  longTestTimeoutMs,
);
