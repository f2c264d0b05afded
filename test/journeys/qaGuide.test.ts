import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { launchOptions } from '../support/launchChromium.ts';

const run = promisify(execFile);
const guide = readFileSync('docs/qa.md', 'utf8');

/** An example of the guide, for the stack of the tests. */
function example(language: string): string {
  const [, code = ''] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(guide) ?? [];
  return code.replaceAll('http://localhost:3000', inject('hostUrl'));
}

test('the guide’s example in curl does what it says', async () => {
  const { stdout } = await run('sh', ['-ec', example('sh')]);
  expect(stdout).toMatch(/^HTTP\/1\.1 500 /);
  expect(stdout).toContain('"text":"Is anybody there?"');
  expect(stdout).toMatch(/\{"cleared":1\}$/);
});

test('the guide’s example in Playwright passes', async () => {
  const launched = example('js').replace(
    'chromium.launch()',
    `chromium.launch(${JSON.stringify(launchOptions())})`,
  );
  await run(process.execPath, ['--input-type=module', '--eval', launched]);
});

test('every address of the guide’s table of the journal answers', async () => {
  const paths = [...guide.matchAll(/`GET (\/mock\/\S+)`/g)].map(([, path]) => path);
  expect(paths).toHaveLength(4);
  for (const path of paths) {
    const answer = await fetch(
      `${inject('mockUrl')}${path}?${path?.endsWith('wait') ? 'timeout=1' : ''}`,
    );
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  }
});
