import { spawn } from 'node:child_process';
import { nodeArguments } from './build/nodeArguments.ts';
import { projectDirectory } from './build/paths.ts';
import { runCommand } from './command/runCommand.ts';

const usage = `Usage: npm run dev "--" [options]

Starts the same as npm start, for this machine alone, with a client that is not minified and has source maps. When a
file is saved, everything starts again, and the page reloads. A mistake is shown here with its file and line; the change
that corrects it starts everything again.

Options:
  --host [ADDRESS]    address to listen on (default: HOST, or else 127.0.0.1); without ADDRESS: 0.0.0.0, so that a
                      phone on the same network reaches the page
  -h, --help          show this help`;

const args = process.argv.slice(2);
if (args.at(-1) === '--host') args.push('0.0.0.0');

/** The paths that are watched. The servers may not import all of them: style sheets, or a file after a mistake. */
const watched = ['client', 'server', 'mock-api', 'contract', 'openapi.yaml'];

await runCommand({ usage, args, options: { host: { type: 'string' } } }, async ({ values }) => {
  const tsx = nodeArguments('tsx watch --clear-screen=false --tsconfig=client/tsconfig.json');
  const includes = watched.map((path) => `--include=${path}`);
  const { host: HOST = process.env.HOST } = values;
  const watcher = spawn(
    process.execPath,
    [...tsx, ...includes, 'scripts/stack/developmentStack.ts'],
    { cwd: projectDirectory, env: { ...process.env, HOST }, stdio: 'inherit' },
  );
  watcher.once('exit', (code) => process.exit(code ?? 1));
  process.on('SIGTERM', () => watcher.kill());
  // On Ctrl+C, the terminal signals the watcher too.
  process.on('SIGINT', () => {});
});
