import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { launchOptions } from '../support/browser/launchChromium.ts';

const run = promisify(execFile);
const guide = readFileSync('docs/qa.md', 'utf8');

/** An example of the guide, with the URL of the test stack. */
function example(language: string): string {
  const [, code = ''] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(guide) ?? [];
  return code.replaceAll('http://localhost:3000', inject('hostUrl'));
}

test('the curl example works', async () => {
  const { stdout } = await run('sh', ['-ec', example('sh')]);
  expect(stdout).toMatch(/^HTTP\/1\.1 500 /);
  expect(stdout).toContain('"text":"Is anybody there?"');
  expect(stdout).toMatch(/\{"cleared":1\}$/);
});

test('the Playwright example passes', async () => {
  const script = example('js').replace(
    'chromium.launch()',
    `chromium.launch(${JSON.stringify(launchOptions())})`,
  );
  await run(process.execPath, ['--input-type=module', '--eval', script]);
});

test('every GET request in the table of the journal returns JSON', async () => {
  const paths = [...guide.matchAll(/`GET (\/mock\/\S+)`/g)].map(([, path]) => path);
  expect(paths).toHaveLength(4);
  for (const path of paths) {
    const response = await fetch(
      `${inject('mockUrl')}${path}?${path?.endsWith('wait') ? 'timeout=1' : ''}`,
    );
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  }
});
