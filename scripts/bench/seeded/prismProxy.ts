import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Outcome } from '../../../mock-api/contract/cases/failure.ts';
import { findFreePort } from '../findFreePort.ts';
import { installPrism } from '../installPrism.ts';

/** Prism's proxy in front of an address. Some answers end its process; it is then started again. */
export async function startPrismProxy(upstream: string) {
  const { program } = await installPrism();
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;

  async function start() {
    const args = ['proxy', 'openapi.yaml', upstream, '--port', `${port}`];
    const own = spawn(process.execPath, [program, ...args, '--verboseLevel', 'silent'], {
      stdio: 'ignore',
    });
    child = own;
    while ((await fetch(url).catch(() => undefined)) === undefined) {
      if (own.exitCode !== null) throw new Error('Prism did not start.');
    }
  }
  await start();
  return {
    url,
    /** Whether it had ended; it runs again after this. */
    async revive(): Promise<boolean> {
      // Its process may take a moment to end after the answer that ends it.
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

/** Whether Prism tells of an answer that it breaks the contract. */
export function isComplaint(outcome: Outcome): boolean {
  if (outcome.kind !== 'answer') return false;
  const [text = '[]'] = outcome.headers['sl-violations'] ?? [];
  const violations = JSON.parse(text) as { location: string[] }[];
  return violations.some(({ location }) => location[0] === 'response');
}
