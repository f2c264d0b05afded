import { runCommand } from './command/runCommand.ts';

const usage = `Usage: npm start

Builds the client and starts the host on port 3000 and, if BACKEND_URL is not set, the mock API on port
4010. The settings are environment variables, which .env can contain; .env.example describes them.

Options:
  -h, --help    show this help`;

await runCommand({ usage }, async () => {
  const { runStack } = await import('./stack/runStack.ts');
  await runStack();
});
