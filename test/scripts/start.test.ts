import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { commandTest, type RunCommand, type RunningCommand } from '../support/commandTest.ts';
import { temporaryFolder } from '../support/mock/temporaryFiles.ts';

const freePorts = { HOST: '127.0.0.1', PORT: '0', MOCK_PORT: '0' };

const start = (run: RunCommand, env: Record<string, string> = {}) =>
  run('start', { env: { ...freePorts, ...env } });

/** The message of a command that fails to start. It must not be a stack trace. */
async function startError(command: RunningCommand) {
  expect(await command.exitCode()).toBe(1);
  expect(command.output.stderr).not.toMatch(/\n\s+at /);
  return command.output.stderr;
}

commandTest.concurrent('npm start prints URLs that can be opened', async ({ run }) => {
  const { printed } = start(run);
  const [, page = ''] = await printed(/Feedback page\s+(\S+)/);
  const response = await fetch(page);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('Loading...');
  const [, scenarios = ''] = await printed(/Scenarios\s+(\S+)/);
  expect((await fetch(scenarios)).status).toBe(200);
});

commandTest.concurrent('npm start reports a port in use', async ({ run, takenPort }) => {
  const message = await startError(start(run, { PORT: takenPort }));
  expect(message).toContain(`Port ${takenPort} is in use.`);
});

commandTest.concurrent('npm start reports a mock port in use', async ({ run, takenPort }) => {
  const message = await startError(start(run, { MOCK_PORT: takenPort }));
  expect(message).toContain(`MOCK_PORT: port ${takenPort} is already in use.`);
});

commandTest.concurrent('npm start reports a mock port that is not a number', async ({ run }) => {
  expect(await startError(start(run, { MOCK_PORT: 'abc' }))).toContain(
    'MOCK_PORT: expected a whole number from 0 to 65535, got "abc"',
  );
});

commandTest.concurrent('npm start reports every invalid setting at once', async ({ run }) => {
  const settings = { PORT: 'abc', MAIN_SITE_HOST: 'nowhere', LOG_LEVEL: 'loud' };
  const message = await startError(start(run, settings));
  for (const name of Object.keys(settings)) expect(message).toContain(name);
});

commandTest.concurrent('npm start requires a captcha key for a real backend', async ({ run }) => {
  const message = await startError(start(run, { BACKEND_URL: 'http://127.0.0.1:9' }));
  expect(message).toContain('RECAPTCHA_SITE_KEY');
});

commandTest('npm run dev logs at the LOG_LEVEL of .env', async ({ run }) => {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, '.env'), 'LOG_LEVEL=info\n');
  const { printed } = run('dev', { cwd, env: freePorts });
  const [, page = ''] = await printed(/Feedback page\s+(\S+)/);
  await fetch(page);
  const [line] = await printed(/^.*"msg":"request".*$/m);
  expect(JSON.parse(line)).toMatchObject({ level: 'info', status: 200 });
});
