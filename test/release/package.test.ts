import { execFile, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildPackage } from '../../scripts/build/buildPackage.ts';
import { watchProcess } from '../runScript.ts';
import { temporaryFolder } from '../temporaryFiles.ts';
import { temporaryFolderForFile } from '../temporaryFolderForFile.ts';

const node = process.execPath;
const project = temporaryFolderForFile();
const directory = join(project, 'node_modules/subscriber-feedback');
/** The command of the package, and the URL of a mock that it has started. */
const bin = join(directory, 'bin/mock.js');
let url: string;
let mock: ReturnType<typeof watchProcess>;

beforeAll(async () => {
  await buildPackage(directory);
  mock = watchProcess(spawn(node, [bin, '--port', '0'], { cwd: directory }));
  [, url = ''] = await mock.printed(/^Mock API: (\S+)\n/);
});
afterAll(() => mock.terminate());

test('the package runs without other packages: the mock and its console', async () => {
  const manifest = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'));
  expect(manifest).not.toHaveProperty('dependencies');
  for (const { default: script } of Object.values<Record<string, string>>(manifest.exports)) {
    expect(await readFile(join(directory, script ?? ''), 'utf8')).toContain('export');
  }
  const licenses = await readFile(join(directory, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  expect(licenses).toContain('ajv');

  expect(join(directory, manifest.bin['subscriber-feedback'])).toBe(bin);
  const brief = await fetch(`${url}/rest/subscriber-feedback/briefs/daily-harvest`);
  expect(await brief.json()).toMatchObject({ fullName: 'The Daily Harvest' });
  for (const page of ['/mock/', '/mock/captcha/bframe']) {
    const html = await (await fetch(url + page)).text();
    const links = [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)];
    expect(links.length).toBeGreaterThan(0);
    for (const [, link = ''] of links) {
      expect((await fetch(new URL(link, url + page))).status, link).toBe(200);
    }
  }
});

test('the package verifies and observes a backend in an empty folder', async () => {
  const cwd = await temporaryFolder();
  const args = [bin, 'verify', url, '--only', 'getBrief', '--rate', '1000'];
  // As in the image, which sets the address to listen on for all but the verifier.
  const env = { ...process.env, MOCK_HOST: '127.0.0.2' };
  const { stdout } = await promisify(execFile)(node, args, { cwd, env });
  expect(stdout).toMatch(/No failures: \d+ requests/);

  const listening = spawn(node, [bin, 'observe', url, '--port', '0'], { cwd, env });
  const observer = watchProcess(listening);
  onTestFinished(observer.terminate);
  const [, observed] = await observer.printed(/^Observer: (\S+) /m);
  expect(observed).toContain('127.0.0.2');
  const response = await fetch(`${observed}/rest/subscriber-feedback/briefs/daily-harvest`);
  expect(response.status).toBe(200);
  const journal = await fetch(`${observed}/mock/journal`);
  expect(JSON.stringify(await journal.json())).toContain('getBrief');
});

test('--help names the command and the files of the package', async () => {
  const { stdout } = await promisify(execFile)(node, [bin, '--help']);
  expect(stdout).toContain('Usage: npx subscriber-feedback [options]');
  expect(stdout).toContain('than bin/data.yaml in the package');
});

test('the types of the package compile in a project that has only the package', async () => {
  await writeFile(
    join(project, 'test.mts'),
    `import { forTester, type JournalEntry, MockError } from 'subscriber-feedback/testing';
     import { testerFixtures as playwright } from 'subscriber-feedback/testing/playwright';
     import { testerFixtures as vitest } from 'subscriber-feedback/testing/vitest';
     const entries: JournalEntry[] = await (await forTester('anna')).journal({ status: '4xx' });
     const errors: MockError[] = [];
     // @ts-expect-error: an unknown filter
     await (await forTester('anna')).journal({ bogus: 1 });
     export { entries, errors, playwright, vitest };`,
  );
  const tsc = join(process.cwd(), 'node_modules/.bin/tsc');
  // As `tsc --init` writes it, skipLibCheck allows for types of Node.js that the project does not have.
  const options = '--noEmit --strict --skipLibCheck --target es2023 --module nodenext'.split(' ');
  // Its output, which names the errors, is part of the rejection.
  const { stdout } = await promisify(execFile)(tsc, [...options, 'test.mts'], {
    cwd: project,
  }).catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
});
