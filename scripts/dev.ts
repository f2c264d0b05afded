import { runCommand } from './command/runCommand.ts';

const usage = `Usage: npm run dev -- [options]

Starts the same as npm start, for this machine alone. When a file is saved, what consists of it starts again, and the page
reloads; the mock keeps its journal unless its own code has changed. What is wrong with a file is shown here and on the
page, which then stays as it was.

Options:
  --host [ADDRESS]    address to listen on (default: HOST, or else 127.0.0.1); without ADDRESS: 0.0.0.0, so that a
                      phone on the same network reaches the page
  -h, --help          show this help`;

const args = process.argv.slice(2);
if (args.at(-1) === '--host') args.push('0.0.0.0');

await runCommand({ usage, args, options: { host: { type: 'string' } } }, async ({ values }) => {
  const { runReloadingStack } = await import('./dev/runReloadingStack.ts');
  await runReloadingStack(values.host);
});
