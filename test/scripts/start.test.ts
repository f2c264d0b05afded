import { expect } from 'vitest';
import { type Run, type ScriptTest, scriptTest } from '../support/scriptTest.ts';

const start = (run: ScriptTest['run'], env: Record<string, string> = {}) =>
  run('scripts/start.ts', { HOST: '127.0.0.1', PORT: '0', MOCK_PORT: '0', ...env });

/** What a person reads when the command ends by itself; a stack trace is nothing to read. */
async function complaintOf(run: Run) {
  expect(await run.exitCode()).toBe(1);
  expect(run.output.stderr).not.toMatch(/\n\s+at /);
  return run.output.stderr;
}

scriptTest.concurrent(
  'npm start prints addresses, and what they promise is there',
  async ({ run }) => {
    const { printed } = start(run);
    const [, page = ''] = await printed(/Feedback page\s+(\S+)/);
    const answer = await fetch(page);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('Loading...');
    const [, scenarios = ''] = await printed(/Every scenario\s+(\S+)/);
    expect((await fetch(scenarios)).status).toBe(200);
  },
);

scriptTest.concurrent('a port that is taken is told in a sentence', async ({ run, takenPort }) => {
  const complaint = await complaintOf(start(run, { PORT: takenPort }));
  expect(complaint).toContain(`Port ${takenPort} is in use.`);
});

scriptTest.concurrent(
  "a mock's port that is taken is told in a sentence",
  async ({ run, takenPort }) => {
    const complaint = await complaintOf(start(run, { MOCK_PORT: takenPort }));
    expect(complaint).toContain(`Port ${takenPort} is in use. Set MOCK_PORT to another one.`);
  },
);

scriptTest.concurrent("a mock's port that is no number is told in a sentence", async ({ run }) => {
  expect(await complaintOf(start(run, { MOCK_PORT: 'abc' }))).toContain('MOCK_PORT is "abc"');
});

scriptTest.concurrent('every fault of the settings is told at once', async ({ run }) => {
  const settings = { PORT: 'abc', MAIN_SITE_HOST: 'nowhere', LOG_LEVEL: 'loud' };
  const complaint = await complaintOf(start(run, settings));
  for (const name of Object.keys(settings)) expect(complaint).toContain(name);
});

scriptTest.concurrent('a real backend without a captcha key is refused', async ({ run }) => {
  const complaint = await complaintOf(start(run, { BACKEND_URL: 'http://127.0.0.1:9' }));
  expect(complaint).toContain('RECAPTCHA_SITE_KEY');
});
