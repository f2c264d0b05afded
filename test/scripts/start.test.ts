import { expect } from 'vitest';
import { commandTest, type RunningCommand } from '../support/commandTest.ts';
import { waitFor } from '../support/waitFor.ts';

const freePorts = { HOST: '127.0.0.1', PORT: '0', MOCK_PORT: '0' };

/** Resolves when nothing listens on the port of the URL. */
const whenFreed = (url: string) => waitFor(() => expect(fetch(url)).rejects.toThrow());

/** The message of a command that fails to start. It must not be a stack trace. */
async function startError(command: RunningCommand) {
  expect(await command.exitCode()).toBe(1);
  expect(command.output.stderr).not.toMatch(/\n\s+at /);
  return command.output.stderr;
}

commandTest.concurrent('npm start reports a mock port in use', async ({ run, takenPort }) => {
  const command = run('start', { env: { ...freePorts, MOCK_PORT: takenPort } });
  expect(await startError(command)).toContain(`MOCK_PORT: port ${takenPort} is already in use.`);
});

commandTest.concurrent('npm start reports a mock port that is not a number', async ({ run }) => {
  const command = run('start', { env: { ...freePorts, MOCK_PORT: 'abc' } });
  expect(await startError(command)).toContain(
    'MOCK_PORT: expected a whole number from 0 to 65535, got "abc"',
  );
});

commandTest.concurrent('npm start reports every invalid setting at once', async ({ run }) => {
  const settings = { PORT: 'abc', MAIN_SITE_HOST: 'nowhere', LOG_LEVEL: 'loud' };
  const message = await startError(run('start', { env: { ...freePorts, ...settings } }));
  for (const name of Object.keys(settings)) expect(message).toContain(name);
});

commandTest.concurrent('npm start requires a captcha key for a real backend', async ({ run }) => {
  const command = run('start', { env: { ...freePorts, BACKEND_URL: 'http://127.0.0.1:9' } });
  expect(await startError(command)).toContain('RECAPTCHA_SITE_KEY');
});

// The two commands that build the client, which is the slow part, have a single test each.

commandTest('npm start prints URLs that can be opened until npm is terminated', async ({ run }) => {
  const { printed, terminate } = run('start', { env: freePorts, throughNpm: true });
  const [, page = ''] = await printed(/Feedback page\s+(\S+)/);
  const response = await fetch(page);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('Loading...');
  const [, scenarios = ''] = await printed(/Scenarios\s+(\S+)/);
  expect((await fetch(scenarios)).status).toBe(200);
  terminate();
  await whenFreed(page);
});

commandTest(
  'npm run dev logs at the LOG_LEVEL of .env until npm is terminated',
  async ({ run }) => {
    const { printed, terminate } = run('dev', {
      env: freePorts,
      dotEnv: 'LOG_LEVEL=info\n',
      throughNpm: true,
    });
    const [, page = ''] = await printed(/Feedback page\s+(\S+)/);
    await fetch(page);
    const [line] = await printed(/^.*"msg":"request".*$/m);
    expect(JSON.parse(line)).toMatchObject({ level: 'info', status: 200 });
    terminate();
    await whenFreed(page);
  },
);

commandTest.concurrent.for([
  { name: 'mock', args: [], stop: 'terminate' },
  { name: 'mock', args: [], stop: 'interrupt' },
  { name: 'observe', args: ['http://127.0.0.1:9', '--port', '0'], stop: 'terminate' },
] as const)(
  'npm run $name listens until npm gets the signal to $stop',
  async (testCase, { run }) => {
    const { name, args, stop } = testCase;
    const command = run(name, { args, env: freePorts, throughNpm: true });
    const [url] = await command.printed(/http:\S+/);
    expect((await fetch(`${url}/mock/`)).status).toBe(200);
    command[stop]();
    await whenFreed(`${url}/mock/`);
  },
);
