/**
 * Loaded before every npm script that runs TypeScript. Unlike with the `tsx` command, the script runs in
 * the process that the shell starts.
 */
import { join } from 'node:path';

const { register } = await import('tsx/esm/api').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;

  const advice = 'Run npm ci --include=dev, or in production node dist/server.js.';
  console.error(`The development dependencies are not installed. ${advice}`);
  process.exit(1);
});

// The host renders the client's components, and only client/tsconfig.json configures JSX.
register({ tsconfig: join(import.meta.dirname, '../../client/tsconfig.json') });

const { checkNodeVersion } = await import('../../server/nodeVersion.ts');
try {
  checkNodeVersion(process.versions.node);
} catch ({ message }) {
  const advice =
    'Use npm run, which runs the version that npm has installed, or install that of .node-version.';
  console.error(`${message}. ${advice}`);
  process.exit(1);
}

// npm passes SIGTERM on to the shell of the script, and some shells exit without passing it on. The
// script then has another parent process, and must stop. On Ctrl+C, a terminal signals all of them.
const parent = process.ppid;
const timer = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(timer);
  process.kill(process.pid, 'SIGTERM');
}, 250).unref();
