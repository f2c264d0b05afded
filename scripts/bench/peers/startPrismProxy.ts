import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { SendResult } from '../../verify/send/sendRequest.ts';
import { findFreePort } from '../processes/findFreePort.ts';
import { installPrism } from './installPrism.ts';

/** Starts Prism's validation proxy in front of a backend. Some responses crash its process. */
export async function startPrismProxy(upstream: string) {
  const { program } = await installPrism();
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;

  async function start() {
    const args = ['proxy', 'openapi.yaml', upstream, '--port', `${port}`];
    const started = spawn(process.execPath, [program, ...args, '--verboseLevel', 'silent'], {
      stdio: 'ignore',
    });
    child = started;
    while ((await fetch(url).catch(() => undefined)) === undefined) {
      if (started.exitCode !== null) throw new Error('Prism exited before it was ready.');
    }
  }
  await start();
  return {
    url,
    /** Restarts the proxy if it has crashed. Resolves to whether it had crashed. */
    async restartIfCrashed(): Promise<boolean> {
      // The process may exit shortly after the response that crashes it, so checking its exit code
      // is not enough.
      if (await fetch(url).then(Boolean, () => false)) return false;
      await start();
      return true;
    },
    async close() {
      if (!child || child.exitCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Whether Prism's `sl-violations` header lists a violation in the response. */
export function hasPrismViolation(result: SendResult): boolean {
  if (result.kind === 'error') return false;
  const [text = '[]'] = result.headers['sl-violations'] ?? [];
  const violations = JSON.parse(text) as { location: string[] }[];
  return violations.some(({ location }) => location[0] === 'response');
}
