import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOptions } from '../../scripts/verify/readOptions.ts';
import { temporaryFolder } from '../support/mockFiles.ts';
import { scriptTest } from '../support/scriptTest.ts';
import { backend } from '../support/verifyRun.ts';

test.each([
  [[], 'Give one URL.'],
  [['not an address'], '"not an address" is no address'],
  [['ftp://a'], '"ftp://a" is no address'],
  [['http://a', '--skip-check', 'x'], 'There is no check "x". There are answer,'],
  [['http://a', '--header', 'x'], '"x" is not of the form --header'],
  [['http://a', '--rate', '0'], '--rate takes a positive number, not "0".'],
  [['http://a', '--password', 'x'], 'set VERIFY_PASSWORD instead'],
  [['http://a', '--user', 'x'], 'VERIFY_USER and VERIFY_PASSWORD belong together'],
  [['http://a', '--no-such'], "Unknown option '--no-such'"],
])('%j is refused in a sentence', (args, sentence) => {
  expect(() => readOptions(args, {})).toThrow(sentence);
});

scriptTest('the command exits with 0, 1 and 2', async ({ run }) => {
  const right = await backend();
  const wrong = await backend({ rules: { isId: () => true, briefs: { 'daily-harvest': {} } } });
  const folder = await temporaryFolder();
  const files = { junit: join(folder, 'verify.xml'), json: join(folder, 'verify.json') };
  const verifyScript = (...args: string[]) => run('scripts/verify.ts', {}, args);

  const runs = [
    verifyScript(right, '--rate', '1000', '--junit', files.junit, '--json', files.json),
    verifyScript(wrong, '--rate', '1000'),
    verifyScript('http://127.0.0.1:1'),
    verifyScript(right, '--contract', 'no-such-file.yaml'),
  ];
  const codes = await Promise.all(runs.map((each) => each.exitCode()));
  expect(codes).toEqual([0, 1, 2, 2]);
  expect(runs[2]?.output.stderr).toMatch(/^The backend cannot be reached\. No connection/);
  expect(runs[3]?.output.stderr).toBe('no-such-file.yaml:1 The file cannot be read.\n');
  expect(JSON.parse(await readFile(files.json, 'utf8'))).toMatchObject({ conforms: true });
  expect(await readFile(files.junit, 'utf8')).toMatch(/^<\?xml .*<\/testsuites>\n$/s);
});

scriptTest('a dry run sends nothing and names every case', async ({ run }) => {
  const plan = run('scripts/verify.ts', {}, ['http://127.0.0.1:1', '--dry-run', '--allow-writes']);
  expect(await plan.exitCode()).toBe(0);
  expect(plan.output.stdout).toContain(`The body's "text" has 501 characters.`);
  expect(plan.output.stdout).toContain('chain signIn');
  expect(plan.output.stdout).toMatch(/\n146 requests, \d+ of them may change something/);
});
