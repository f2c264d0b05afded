import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { productionEnvironment } from '../support/hostConfig.ts';

const root = join(import.meta.dirname, '../..');

/** Runs the host's entry as its own process until it ends by itself. */
function run(env: Record<string, string>) {
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    const args = ['--import', 'tsx', 'server/main.ts'];
    const options = { cwd: root, env: { PATH: process.env.PATH, ...env }, timeout: 10_000 };
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

test('a bad configuration is told whole, and the exit code is 1', async () => {
  const { BACKEND_URL, RECAPTCHA_SITE_KEY, ...env } = productionEnvironment;
  const { code, stdout, stderr } = await run({ ...env, PORT: 'http' });
  expect(stderr.trim().split('\n')).toEqual([
    'The configuration has faults:',
    expect.stringMatching('PORT is "http"'),
    expect.stringMatching('BACKEND_URL is not set'),
    expect.stringMatching('RECAPTCHA_SITE_KEY is not set'),
  ]);
  expect(code).toBe(1);
  expect(stdout).toBe('');
});

test('a missing client is told in a sentence, and the exit code is 1', async () => {
  const { code, stderr } = await run(productionEnvironment);
  expect(stderr).toMatch(/^There is no built client \(.*\)\. "npm run build" makes it\.\n$/);
  expect(code).toBe(1);
});
